/// A target that goes through all four phases, with events of its own.
#pragma once

#include "support/systemc/phased_target.h"

namespace sgdma::test {

/// END_REQ comes on the backward path where the request is taken late or the script asks for it,
/// else with the return of BEGIN_REQ. BEGIN_RESP comes on the backward path. It works late: a read
/// looks at memory, and a write changes it, when the answer goes out.
class FourPhaseTarget : public PhasedTarget {
 public:
  FourPhaseTarget(const sc_core::sc_module_name& name, const TargetScript& script)
      : PhasedTarget(name, script) {}

 protected:
  tlm::tlm_sync_enum begin(Port& port, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                           sc_core::sc_time& delay, const Schedule& schedule) override;
  /// The answer to `payload` is due at `due`.
  virtual void answer_at(Port& port, tlm::tlm_generic_payload& payload,
                         const sc_core::sc_time& due);
  /// END_REQ on the backward path.
  virtual void end_request(Port& port, tlm::tlm_generic_payload& payload);
};

}  // namespace sgdma::test
