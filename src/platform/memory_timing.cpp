#include "platform/memory_timing.h"

#include "core/wide.h"

namespace sgdma::platform {

DataPath::Time DataPath::occupied(std::uint32_t bytes) {
  const core::WideUnsigned bits = core::WideUnsigned{bytes} * 8U * units_a_second_ + fraction_;
  const auto whole = static_cast<Time>(bits / bandwidth_);
  if (whole < period_) {
    return period_;
  }
  fraction_ = static_cast<std::uint64_t>(bits % bandwidth_);
  return whole;
}

}  // namespace sgdma::platform
