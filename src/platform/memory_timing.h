/// When host memory accepts and answers, in plain numbers.
#pragma once

#include <cstdint>

namespace sgdma::platform {

/// One direction's data path: a beat occupies it for the time of its bytes at the configured
/// bandwidth, at least one clock period, and the first beat of a burst for the burst overhead more.
/// Fractions of the time unit are carried, not rounded.
class DataPath {
 public:
  using Time = std::uint64_t;

  /// `bandwidth` in bits a second, 0 for one word a cycle; times in units of which there are
  /// `units_a_second`.
  DataPath(std::uint64_t bandwidth, Time overhead, Time period, std::uint64_t units_a_second)
      : bandwidth_(bandwidth),
        overhead_(overhead),
        period_(period),
        units_a_second_(units_a_second) {}

  /// Time at which a beat that is ready at `ready` passes: not before the path is free.
  Time pass(Time ready, std::uint32_t bytes, bool first_of_burst) {
    if (ready > free_at_) {
      free_at_ = ready;
      fraction_ = 0;
    }
    if (first_of_burst) {
      free_at_ += overhead_;
    }
    const Time passes = free_at_;
    free_at_ += bandwidth_ == 0 ? period_ : occupied(bytes);
    return passes;
  }

 private:
  /// Whole time units for which `bytes` bytes occupy the path; carries the fraction.
  Time occupied(std::uint32_t bytes);

  std::uint64_t bandwidth_;
  Time overhead_;
  Time period_;
  std::uint64_t units_a_second_;
  Time free_at_ = 0;
  std::uint64_t fraction_ = 0;  ///< of a time unit, in units of 1 / bandwidth
};

}  // namespace sgdma::platform
