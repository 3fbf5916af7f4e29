/// A target that ends transactions early.
#pragma once

#include "support/systemc/phased_target.h"

namespace sgdma::test {

/// Returns TLM_COMPLETED to each request, annotated with the time at which its answer is valid. A
/// request that is taken late cannot be said in this style: the delay only adds to the latency.
///
/// With a hold it works late: a write changes memory when the target lets go of the payload.
class EarlyTarget : public PhasedTarget {
 public:
  EarlyTarget(const sc_core::sc_module_name& name, const TargetScript& script)
      : PhasedTarget(name, script) {}

 protected:
  tlm::tlm_sync_enum begin(Port& port, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                           sc_core::sc_time& delay, const Schedule& schedule) override;
};

}  // namespace sgdma::test
