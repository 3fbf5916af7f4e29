#include "workload/capture/capture_sequence.h"

#include <algorithm>

namespace sgdma::workload {
namespace {

using Arrivals = std::vector<CaptureArrival>;

/// Accepts one of the packets [from, to), which share a PSN and are in order of time.
AcceptedPacket accept_one(const Arrivals& arrivals, std::size_t from, std::size_t to,
                          CaptureSequence& sequence) {
  const std::size_t before = sequence.accepted.empty() ? 0 : sequence.accepted.back().at;
  std::size_t chosen = from;
  while (chosen + 1 < to && arrivals[chosen].packet < before) ++chosen;
  for (std::size_t i = from; i < to; ++i) {
    if (i < chosen) sequence.out_of_sequence.push_back(arrivals[i].packet);
    if (i > chosen) sequence.duplicates.push_back(arrivals[i].packet);
  }
  const std::size_t packet = arrivals[chosen].packet;
  return {arrivals[chosen].psn, packet, std::max(packet, before)};
}

/// The PSN of the packet that arrived first.
std::uint64_t first_psn(const Arrivals& arrivals) {
  const auto first =
      std::min_element(arrivals.begin(), arrivals.end(),
                       [](const auto& a, const auto& b) { return a.packet < b.packet; });
  return first == arrivals.end() ? 0 : first->psn;
}

}  // namespace

CaptureSequence accept_in_order(Arrivals arrivals) {
  const std::uint64_t begin = first_psn(arrivals);
  std::sort(arrivals.begin(), arrivals.end(), [](const auto& a, const auto& b) {
    return a.psn != b.psn ? a.psn < b.psn : a.packet < b.packet;
  });
  CaptureSequence sequence;
  std::uint64_t read_end = 0;
  for (std::size_t from = 0; from < arrivals.size();) {
    std::size_t to = from + 1;
    while (to < arrivals.size() && arrivals[to].psn == arrivals[from].psn) ++to;
    const CaptureArrival& first = arrivals[from];
    if (first.psn < begin || (first.read && first.psn < read_end)) {
      for (std::size_t i = from; i < to; ++i) sequence.duplicates.push_back(arrivals[i].packet);
    } else {
      if (first.read) read_end = first.psn + first.span;
      sequence.accepted.push_back(accept_one(arrivals, from, to, sequence));
    }
    from = to;
  }
  return sequence;
}

}  // namespace sgdma::workload
