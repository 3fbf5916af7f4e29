/// A path that bytes pass one after the other: a link, or a memory's data bus.
#pragma once

#include <algorithm>
#include <cstdint>

namespace sgdma::platform {

/// A beat occupies the path for the time of its bytes at the bandwidth, at least one clock period;
/// headers and bursts occupy it for the time of their bytes. What comes passes in the order in
/// which it is asked for. Fractions of the time unit are carried, not rounded.
class DataPath {
 public:
  using Time = std::uint64_t;

  /// `bandwidth` in bits a second, 0 for one word a cycle; times in units of which there are
  /// `units_a_second`.
  DataPath(std::uint64_t bandwidth, Time period, std::uint64_t units_a_second)
      : bandwidth_(bandwidth), period_(period), units_a_second_(units_a_second) {}

  /// Time at which a beat that is ready at `ready` passes: not before the path is free.
  Time pass(Time ready, std::uint32_t bytes) {
    wait_for(ready);
    const Time passes = free_at_;
    free_at_ += bandwidth_ == 0 ? period_ : std::max(period_, occupied(bytes));
    return passes;
  }
  /// The same without a bandwidth.
  Time pass_word(Time ready) {
    const Time passes = std::max(ready, free_at_);
    free_at_ = passes + period_;
    return passes;
  }
  /// The same behind `header` bytes, with which it shares the period.
  Time pass(Time ready, std::uint32_t header, std::uint32_t bytes);
  /// A whole burst of `beats` beats behind `header` bytes. Returns when its first beat passes; the
  /// others follow by `span`.
  Time pass_burst(Time ready, std::uint32_t header, std::uint32_t bytes, std::uint32_t beats);
  /// Bytes that no beat carries. Returns when they have passed; without a bandwidth at once.
  Time pass_header(Time ready, std::uint32_t bytes);
  /// The path is taken for a length of time, from when it is free.
  void hold(Time ready, Time length) {
    wait_for(ready);
    free_at_ += length;
  }

  /// How long `beats` beats of together `bytes` bytes occupy the path, rounded down.
  Time span(std::uint32_t bytes, std::uint32_t beats) const;
  Time free_at() const { return free_at_; }

 private:
  void wait_for(Time ready) {
    if (ready > free_at_) {
      free_at_ = ready;
      fraction_ = 0;
    }
  }
  /// Whole time units for which `bytes` bytes occupy the path; carries the fraction.
  Time occupied(std::uint32_t bytes);

  std::uint64_t bandwidth_;
  Time period_;
  std::uint64_t units_a_second_;
  Time free_at_ = 0;
  std::uint64_t fraction_ = 0;  ///< of a time unit, in units of 1 / bandwidth
};

}  // namespace sgdma::platform
