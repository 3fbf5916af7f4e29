#include "platform/memory/data_path.h"

#include "core/wide.h"

namespace sgdma::platform {

DataPath::Time DataPath::occupied(std::uint32_t bytes) {
  if (bandwidth_ == 0) {
    return 0;
  }
  const core::WideUnsigned bits = core::WideUnsigned{bytes} * 8U * units_a_second_ + fraction_;
  fraction_ = static_cast<std::uint64_t>(bits % bandwidth_);
  return static_cast<Time>(bits / bandwidth_);
}

DataPath::Time DataPath::pass(Time ready, std::uint32_t header, std::uint32_t bytes) {
  wait_for(ready);
  const Time begins = free_at_;
  const Time passes = begins + occupied(header);
  free_at_ = std::max(passes + occupied(bytes), begins + period_);
  return passes;
}

DataPath::Time DataPath::pass_burst(Time ready, std::uint32_t header, std::uint32_t bytes,
                                    std::uint32_t beats) {
  const Time passes = pass_header(ready, header);
  free_at_ += std::max(occupied(bytes), beats * period_);
  return passes;
}

DataPath::Time DataPath::pass_header(Time ready, std::uint32_t bytes) {
  wait_for(ready);
  free_at_ += occupied(bytes);
  return free_at_;
}

DataPath::Time DataPath::span(std::uint32_t bytes, std::uint32_t beats) const {
  const Time words = beats * period_;
  if (bandwidth_ == 0) {
    return words;
  }
  const core::WideUnsigned bits = core::WideUnsigned{bytes} * 8U * units_a_second_;
  return std::max(words, static_cast<Time>(bits / bandwidth_));
}

}  // namespace sgdma::platform
