#include "platform/memory_timing.h"

#include <algorithm>

#include "core/wide.h"

namespace sgdma::platform {

DataPath::Time DataPath::pass(Time ready, std::uint32_t bytes, bool first_of_burst) {
  if (ready > free_at_) {
    free_at_ = ready;
    fraction_ = 0;
  }
  if (first_of_burst) {
    free_at_ += overhead_;
  }
  const Time passes = free_at_;
  Time occupied = period_;
  if (bandwidth_ != 0) {
    const core::WideUnsigned bits = core::WideUnsigned{bytes} * 8U * units_a_second_ + fraction_;
    const auto whole = static_cast<Time>(bits / bandwidth_);
    if (whole >= period_) {
      occupied = whole;
      fraction_ = static_cast<std::uint64_t>(bits % bandwidth_);
    }
  }
  free_at_ += occupied;
  return passes;
}

}  // namespace sgdma::platform
