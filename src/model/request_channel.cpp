#include "model/request_channel.h"

#include "core/ensure.h"

namespace sgdma::model {

Answer RequestChannel::send(Cycle now, BeatPayload& beat) {
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  const Ticks edge_time = clock_.time_of(now);
  sc_core::sc_time delay = clock_.lead();
  // Known before the call: the target may answer on the backward path from inside it.
  waiting_ = &beat;
  accepted_edge_ = kNever;
  const tlm::tlm_sync_enum sync = port_->nb_transport_fw(beat, phase, delay);
  const Ticks time = edge_time + (delay.value() - clock_.lead().value());
  Answer answer;
  if (sync == tlm::TLM_ACCEPTED) {
    return answer;
  }
  waiting_ = nullptr;
  if (sync == tlm::TLM_UPDATED && phase == tlm::END_REQ) {
    accepted_edge_ = time == edge_time ? kOpen : clock_.edge_after(time);
    return answer;
  }
  core::ensure(sync == tlm::TLM_COMPLETED || phase == tlm::BEGIN_RESP,
               "a target answers BEGIN_REQ with an illegal phase");
  accepted_edge_ = kOpen;
  answer.responded = true;
  answer.wants_end = sync != tlm::TLM_COMPLETED;
  answer.valid_at = time;
  return answer;
}

void RequestChannel::accept(const tlm::tlm_generic_payload& payload, Ticks time) {
  if (waiting_ == &payload) {
    waiting_ = nullptr;
    accepted_edge_ = clock_.edge_after(time);
  }
}

void RequestChannel::end_response(Ticks time, BeatPayload& beat) {
  tlm::tlm_phase phase = tlm::END_RESP;
  sc_core::sc_time delay = until(time);
  port_->nb_transport_fw(beat, phase, delay);
}

}  // namespace sgdma::model
