/// The order of processes that act at one instant.
#pragma once

#include <cstdint>

#include <systemc>

namespace sgdma::test {

/// The kernel runs the processes of one evaluation phase in an order of its own, which other events
/// that wait may change. Those whose order matters wait for a delta cycle of their own: what is
/// notified for a time acts in that instant's first one, the process with rank n in the n-th after.
class Turn {
 public:
  explicit Turn(std::uint32_t rank) : rank_(rank) {}

  /// For a method: whether it is its turn. If not, it is called again.
  bool has_come() {
    if (passed_ == rank_) {
      passed_ = 0;
      return true;
    }
    ++passed_;
    sc_core::next_trigger(sc_core::SC_ZERO_TIME);
    return false;
  }
  /// For a thread.
  void wait() const {
    for (std::uint32_t left = rank_; left > 0; --left) {
      sc_core::wait(sc_core::SC_ZERO_TIME);
    }
  }

 private:
  std::uint32_t rank_;
  std::uint32_t passed_ = 0;
};

}  // namespace sgdma::test
