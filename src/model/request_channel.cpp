#include "model/request_channel.h"

#include "core/ensure.h"

namespace sgdma::model {

Answer RequestChannel::updated(const tlm::tlm_phase& phase, Ticks edge_time, Ticks time) {
  waiting_ = nullptr;
  if (phase == tlm::END_REQ) {
    accepted_edge_ = time == edge_time ? kOpen : clock_.edge_after(time);
    return {};
  }
  core::ensure(phase == tlm::BEGIN_RESP, "a target answers BEGIN_REQ with an illegal phase");
  accepted_edge_ = kOpen;
  return {Answer::Kind::kResponse, time};
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
