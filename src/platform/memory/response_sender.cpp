#include "platform/memory/response_sender.h"

#include <algorithm>

namespace sgdma::platform {

void ResponseSender::send() {
  while (!waiting_ && !responses_.empty()) {
    tlm::tlm_generic_payload& payload = *responses_.front().payload;
    const model::Ticks at = std::max(responses_.front().at, free_from_);
    responses_.pop_front();
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = model::until(at);
    waiting_ = true;
    const tlm::tlm_sync_enum sync = socket_->nb_transport_bw(payload, phase, delay);
    if (sync == tlm::TLM_COMPLETED || (sync == tlm::TLM_UPDATED && phase == tlm::END_RESP)) {
      free_from_ = model::now_ticks() + delay.value();
      waiting_ = false;
    }
    payload.release();
  }
}

}  // namespace sgdma::platform
