#include "support/systemc/return_path_target.h"

#include <algorithm>

namespace sgdma::test {

tlm::tlm_sync_enum ReturnPathTarget::begin(Port& port, tlm::tlm_generic_payload& payload,
                                           tlm::tlm_phase& phase, sc_core::sc_time& delay,
                                           const Schedule& schedule) {
  const bool alone = port.open == 1 && !port.answering;
  if (!alone || schedule.accepted > schedule.driven) {
    return FourPhaseTarget::begin(port, payload, phase, delay, schedule);
  }
  serve(payload);
  ++answered_;
  --port.open;
  port.answering = true;
  phase = tlm::BEGIN_RESP;
  delay += std::max(schedule.due, port.free_from) - schedule.driven;
  return tlm::TLM_UPDATED;
}

}  // namespace sgdma::test
