/// A target that answers reads in another order than it was asked.
#pragma once

#include <deque>
#include <vector>

#include "support/systemc/four_phase_target.h"

namespace sgdma::test {

/// Collects read bursts for some cycles after the first of them is due, and then answers a beat of
/// each in turn, the last burst's first: so later bursts overtake earlier ones, and beats of
/// different bursts interleave. Within a burst they are in order. Writes are answered in order.
class ReorderingTarget : public FourPhaseTarget {
 public:
  static constexpr Cycle kWindow = 8;  ///< cycles of collecting

  ReorderingTarget(const sc_core::sc_module_name& name, const TargetScript& script)
      : FourPhaseTarget(name, script) {}

 protected:
  void answer_at(Port& port, tlm::tlm_generic_payload& payload,
                 const sc_core::sc_time& due) override;

 private:
  using Beats = std::deque<tlm::tlm_generic_payload*>;

  void answer_collected(Port& port);

  std::vector<Beats> bursts_;  ///< in the order of their requests
};

}  // namespace sgdma::test
