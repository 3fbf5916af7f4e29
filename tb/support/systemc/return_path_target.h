/// A target that answers on the return path where it may.
#pragma once

#include "support/systemc/four_phase_target.h"

namespace sgdma::test {

/// Returns BEGIN_RESP with the time at which the answer is valid, as long as no answer before it is
/// open and the request is taken at once. By the response exclusion rule there can be only one of
/// these: every other beat goes through four phases.
class ReturnPathTarget : public FourPhaseTarget {
 public:
  ReturnPathTarget(const sc_core::sc_module_name& name, const TargetScript& script)
      : FourPhaseTarget(name, script) {}

 protected:
  tlm::tlm_sync_enum begin(Port& port, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                           sc_core::sc_time& delay, const Schedule& schedule) override;
};

}  // namespace sgdma::test
