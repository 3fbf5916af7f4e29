/// Responses that are sent at their own time.
#pragma once

#include <systemc>
#include <tlm>

#include "model/engine_clock.h"
#include "model/response_queue.h"
#include "platform/memory/response_sender.h"

namespace sgdma::platform {

/// Holds responses back until they are valid, so that one that is far off keeps nothing else on its
/// socket waiting. Those that are valid at the same time go in the order in which they were put.
class DelayedResponses : public sc_core::sc_module {
 public:
  /// `sender` outlives this.
  DelayedResponses(const sc_core::sc_module_name& name, ResponseSender& sender);

  /// The payload's response is valid from `at`, which is in the future. Holds a reference to it
  /// that the caller has acquired, until the response has been sent.
  void put(tlm::tlm_generic_payload& payload, model::Ticks at);

 private:
  void send();

  ResponseSender& sender_;
  model::ResponseQueue<tlm::tlm_generic_payload*> responses_;
  sc_core::sc_event send_event_;
};

}  // namespace sgdma::platform
