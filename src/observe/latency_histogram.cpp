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

void LatencyHistogram::spread() {
  if (buckets_ == nullptr) {
    buckets_ = std::make_unique<Buckets>();
    if (count_ > 0) {
      buckets_->emplace(bucket_of(min_), count_);
    }
  }
}

void LatencyHistogram::fill(Cycle bucket, std::uint64_t count) {
  if (buckets_ == nullptr && (count_ == 0 || bucket == bucket_of(min_))) {
    return;
  }
  spread();
  (*buckets_)[bucket] += count;
}

void LatencyHistogram::add(Cycle latency) {
  fill(bucket_of(latency), 1);
  ++count_;
  sum_ += latency;
  min_ = std::min(min_, latency);
  max_ = std::max(max_, latency);
}

void LatencyHistogram::add(const LatencyHistogram& other) {
  if (other.count_ == 0) {
    return;
  }
  if (other.buckets_ == nullptr) {
    fill(bucket_of(other.min_), other.count_);
  } else {
    spread();
    for (const auto& [value, count] : *other.buckets_) {
      (*buckets_)[value] += count;
    }
  }
  count_ += other.count_;
  sum_ += other.sum_;
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
}

Cycle LatencyHistogram::percentile(std::uint32_t per_mille) const {
  if (buckets_ == nullptr) {
    return count_ == 0 ? 0 : bucket_of(min_);
  }
  std::vector<std::pair<Cycle, std::uint64_t>> sorted(buckets_->begin(), buckets_->end());
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
