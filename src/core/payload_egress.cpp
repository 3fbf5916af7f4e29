#include "core/payload_egress.h"

#include <algorithm>

namespace sgdma::core {

PayloadEgress::PayloadEgress(const EngineConfig& config, PayloadSink& sink)
    : rate_(config.gather_rate),
      word_(WideUnsigned{config.bus_width} * config.gather_rate.denominator),
      depth_(WideUnsigned{config.gather_depth} * config.gather_rate.denominator),
      sink_(sink),
      takes_rows_(rate_.unlimited() && sink.takes_rows()) {}

WideUnsigned PayloadEgress::level(Cycle now) const {
  const WideUnsigned left = WideUnsigned{rate_.numerator} * (now - level_at_);
  return level_ > left ? level_ - left : 0;
}

Cycle PayloadEgress::next_ready(Cycle now) const {
  if (rate_.unlimited()) {
    return now + 1;
  }
  const WideUnsigned full = level(now) + word_;
  if (full <= depth_) {
    return now + 1;
  }
  const WideUnsigned edges = (full - depth_ + rate_.numerator - 1) / rate_.numerator;
  return now + std::max<Cycle>(1, static_cast<Cycle>(edges));
}

void PayloadEgress::fill(Cycle now, std::uint32_t bytes) {
  level_ = level(now) + WideUnsigned{bytes} * rate_.denominator;
  level_at_ = now;
  max_level_ = std::max(max_level_, level_);
}

}  // namespace sgdma::core
