/// The changes that the waveform contestants write, and SystemC's own way to write them.
#pragma once

#include <array>
#include <cstdint>

#include <systemc>

namespace sgdma::bench {

constexpr std::size_t kTracedSignals = 8;
constexpr std::uint32_t kTracedWidth = 64;

using TracedValues = std::array<std::uint64_t, kTracedSignals>;

/// All values change at every step, as addresses do that move on by a bus word; 64 digits each.
inline void step(TracedValues& values, std::uint64_t now) {
  for (std::size_t at = 0; at < values.size(); ++at) {
    values[at] = 0x8000'0000'0000'0000U + (std::uint64_t{at} << 40U) + now * 64;
  }
}

/// `sc_trace` of the values; one step a nanosecond by one self-timed event.
class TracedModule : public sc_core::sc_module {
 public:
  TracedModule(const sc_core::sc_module_name& name, std::uint64_t steps)
      : sc_core::sc_module(name), left_(steps), period_(1, sc_core::SC_NS) {
    using SC_CURRENT_USER_MODULE = TracedModule;
    SC_METHOD(tick);
    sensitive << event_;
  }

  void trace_to(sc_core::sc_trace_file* file) const {
    for (std::size_t at = 0; at < values_.size(); ++at) {
      sc_core::sc_trace(file, values_[at], "s" + std::to_string(at), kTracedWidth);
    }
  }

 private:
  void tick() {
    if (left_ > 0) {
      step(values_, left_--);
      event_.notify(period_);
    }
  }

  TracedValues values_{};
  std::uint64_t left_;
  sc_core::sc_time period_;
  sc_core::sc_event event_;
};

}  // namespace sgdma::bench
