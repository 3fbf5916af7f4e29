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
  if (count_ + entry.count > kMostQueuePairs) {
    errors_.report(place, "more than " + std::to_string(kMostQueuePairs) + " queue pairs");
    return;
  }
  if (const auto known = insert(entry, first, first + entry.count)) {
    errors_.report(place, "queue pair " + std::to_string(*known) + " is there already");
  }
}

std::optional<std::uint64_t> QueuePairBuilder::insert(const QueuePairEntry& entry,
                                                      std::uint64_t first, std::uint64_t end) {
  std::optional<std::uint64_t> known;
  const auto put = [&](std::uint64_t from, std::uint64_t to) {
    if (from >= to) return;
    QueuePairEntry piece = entry;
    piece.queue_pair.number = QpNumber{static_cast<std::uint32_t>(from)};
    piece.count = static_cast<std::uint32_t>(to - from);
    blocks_.emplace(from, piece);
    count_ += piece.count;
  };
  auto next = blocks_.upper_bound(first);
  if (next != blocks_.begin()) --next;
  for (; next != blocks_.end() && next->first < end; ++next) {
    const std::uint64_t next_end = next->first + next->second.count;
    if (next_end <= first) continue;
    if (!known) known = std::max(first, next->first);
    put(first, next->first);
    first = std::max(first, next_end);
  }
  put(first, end);
  return known;
}

platform::QueuePairList QueuePairBuilder::take() {
  platform::QueuePairList result;
  for (const auto& [first, block] : blocks_) {
    result.push_back(block.queue_pair, block.count);
  }
  return result;
}

}  // namespace sgdma::workload
