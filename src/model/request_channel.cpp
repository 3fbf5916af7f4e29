#include "model/request_channel.h"

namespace sgdma::model {

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
