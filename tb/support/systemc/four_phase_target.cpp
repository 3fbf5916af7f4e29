#include "support/systemc/four_phase_target.h"

namespace sgdma::test {

tlm::tlm_sync_enum FourPhaseTarget::begin(Port& port, tlm::tlm_generic_payload& payload,
                                          tlm::tlm_phase& phase, sc_core::sc_time&,
                                          const Schedule& schedule) {
  const bool by_call = script_.end_req_by_call || schedule.accepted > schedule.driven;
  if (by_call) {
    at(schedule.accepted, [this, &port, &payload] { end_request(port, payload); });
  }
  answer_at(port, payload, schedule.due);
  if (by_call) {
    return tlm::TLM_ACCEPTED;
  }
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

void FourPhaseTarget::answer_at(Port& port, tlm::tlm_generic_payload& payload,
                                const sc_core::sc_time& due) {
  at(due, [this, &port, &payload] {
    port.ready.push_back(&payload);
    answer(port);
  });
}

void FourPhaseTarget::end_request(Port& port, tlm::tlm_generic_payload& payload) {
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  port.socket->nb_transport_bw(payload, phase, delay);
}

}  // namespace sgdma::test
