#include "platform/memory/delayed_responses.h"

namespace sgdma::platform {

DelayedResponses::DelayedResponses(const sc_core::sc_module_name& name, ResponseSender& sender)
    : sc_core::sc_module(name), sender_(sender) {
  using SC_CURRENT_USER_MODULE = DelayedResponses;
  SC_METHOD(send);
  sensitive << send_event_;
  dont_initialize();
}

void DelayedResponses::put(tlm::tlm_generic_payload& payload, model::Ticks at) {
  responses_.put(at) = &payload;
  send_event_.notify(model::until(responses_.next_valid()));
}

void DelayedResponses::send() {
  const model::Ticks now = model::now_ticks();
  while (!responses_.empty() && responses_.next_valid() <= now) {
    tlm::tlm_generic_payload& payload = *responses_.front();
    responses_.pop();
    sender_.put(payload, now);
  }
  if (!responses_.empty()) {
    send_event_.notify(model::until(responses_.next_valid()));
  }
}

}  // namespace sgdma::platform
