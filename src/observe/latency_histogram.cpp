#include "observe/latency_histogram.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace sgdma::observe {

namespace {

/// Lowest value of the bucket that holds `latency`.
Cycle bucket_of(Cycle latency) {
  if (latency < LatencyHistogram::kExactBelow) {
    return latency;
  }
  const auto log = static_cast<unsigned>(63 - __builtin_clzll(latency));
  return latency >> (log - 10U) << (log - 10U);
}

}  // namespace

void LatencyHistogram::add(Cycle latency) {
  ++buckets_[bucket_of(latency)];
  ++count_;
  sum_ += latency;
  min_ = std::min(min_, latency);
  max_ = std::max(max_, latency);
}

void LatencyHistogram::add(const LatencyHistogram& other) {
  for (const auto& [value, count] : other.buckets_) {
    buckets_[value] += count;
  }
  count_ += other.count_;
  sum_ += other.sum_;
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
}

Cycle LatencyHistogram::percentile(std::uint32_t per_mille) const {
  std::vector<std::pair<Cycle, std::uint64_t>> sorted(buckets_.begin(), buckets_.end());
  std::sort(sorted.begin(), sorted.end());
  const std::uint64_t rank = (count_ * per_mille + 999U) / 1000U;
  std::uint64_t seen = 0;
  for (const auto& [value, count] : sorted) {
    seen += count;
    if (seen >= rank) {
      return value;
    }
  }
  return 0;
}

}  // namespace sgdma::observe
