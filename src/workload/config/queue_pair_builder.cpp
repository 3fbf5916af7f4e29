#include "workload/config/queue_pair_builder.h"

#include <algorithm>
#include <string>

namespace sgdma::workload {
namespace {

constexpr std::uint64_t kMostQueuePairs = 1ULL << 20U;
constexpr std::uint64_t kNumbers = 1ULL << 24U;

}  // namespace

void QueuePairBuilder::add(const QueuePairEntry& entry, Place place) {
  const std::uint64_t first = raw(entry.queue_pair.number);
  if (first + entry.count > kNumbers) {
    errors_.report(place, "queue pair numbers from " + std::to_string(first) + " on go beyond " +
                              std::to_string(kNumbers - 1));
    return;
  }
  if (queue_pairs_.size() + entry.count > kMostQueuePairs) {
    errors_.report(place, "more than " + std::to_string(kMostQueuePairs) + " queue pairs");
    return;
  }
  for (std::uint32_t i = 0; i < entry.count; ++i) {
    platform::QueuePair queue_pair = entry.queue_pair;
    queue_pair.number = QpNumber{static_cast<std::uint32_t>(first + i)};
    queue_pairs_.emplace_back(queue_pair, place);
  }
}

std::vector<platform::QueuePair> QueuePairBuilder::take() {
  std::stable_sort(queue_pairs_.begin(), queue_pairs_.end(),
                   [](const auto& a, const auto& b) { return a.first.number < b.first.number; });
  std::vector<platform::QueuePair> result;
  result.reserve(queue_pairs_.size());
  Place reported;
  for (const auto& [queue_pair, place] : queue_pairs_) {
    if (result.empty() || result.back().number != queue_pair.number) {
      result.push_back(queue_pair);
    } else if (reported < place || place < reported) {
      errors_.report(place,
                     "queue pair " + std::to_string(raw(queue_pair.number)) + " is there already");
      reported = place;
    }
  }
  return result;
}

}  // namespace sgdma::workload
