/// The kernel's floor: what a cycle costs where nothing is done in it.
#pragma once

#include <cstdint>

#include <systemc>

namespace sgdma::bench {

/// One self-timed event a cycle and one statically sensitive method.
class KernelFloor : public sc_core::sc_module {
 public:
  KernelFloor(const sc_core::sc_module_name& name, std::uint64_t cycles)
      : sc_core::sc_module(name), left_(cycles), period_(1, sc_core::SC_NS) {
    using SC_CURRENT_USER_MODULE = KernelFloor;
    SC_METHOD(tick);
    sensitive << event_;
  }

  /// Runs all cycles; false if some are left. Out of line: instruction counts begin and end with
  /// it.
  [[gnu::noinline]] bool run() {
    sc_core::sc_start();
    return done_;
  }

 private:
  void tick() {
    if (left_-- > 0) {
      event_.notify(period_);
    } else {
      done_ = true;
    }
  }

  std::uint64_t left_;
  bool done_ = false;
  sc_core::sc_time period_;
  sc_core::sc_event event_;
};

}  // namespace sgdma::bench
