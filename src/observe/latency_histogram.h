/// Latencies in cycles, with percentiles.
#pragma once

#include <cstdint>
#include <memory>

#include "types/cycle.h"

namespace sgdma::observe {

/// Exact below 2^16 cycles. Above, values fall into buckets of a relative width of 2^-10, and a
/// percentile is the lowest value of its bucket: too low by less than 0.1 %. Only buckets that
/// were hit take room, by the page where they are many, and a single one takes none.
class LatencyHistogram {
 public:
  static constexpr Cycle kExactBelow = Cycle{1} << 16U;

  LatencyHistogram();
  LatencyHistogram(LatencyHistogram&&) noexcept;
  LatencyHistogram& operator=(LatencyHistogram&&) noexcept;
  ~LatencyHistogram();

  void add(Cycle latency);
  void add(const LatencyHistogram& other);
  std::uint64_t count() const { return count_; }
  /// Least and greatest value, exact; 0 where nothing was added.
  Cycle min() const { return count_ == 0 ? 0 : min_; }
  Cycle max() const { return max_; }
  /// Mean in cycles; 0 where nothing was added.
  double mean() const {
    return count_ == 0 ? 0.0 : static_cast<double>(sum_) / static_cast<double>(count_);
  }
  /// The least value that at least `per_mille` of a thousand values do not exceed; 0 where nothing
  /// was added. `per_mille` is 1 to 1000.
  Cycle percentile(std::uint32_t per_mille) const;

 private:
  class Buckets;

  /// Adds values to a bucket, before they are counted.
  void fill(std::uint32_t bucket, std::uint64_t count);
  /// Buckets are counted apart from now on.
  void spread();

  std::unique_ptr<Buckets> buckets_;  ///< nullptr while all values are in the bucket of `min_`
  std::uint64_t count_ = 0;
  std::uint64_t sum_ = 0;
  Cycle min_ = kNever;
  Cycle max_ = 0;
};

}  // namespace sgdma::observe
