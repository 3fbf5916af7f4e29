/// Sends responses that are known ahead of their time.
#pragma once

#include <tlm>

#include "core/ring_queue.h"
#include "model/engine_clock.h"

namespace sgdma::platform {

/// BEGIN_RESP for one payload after the other, in the order in which they are put. The next one
/// goes, annotated with its time, when END_RESP has come for the one before (IEEE 1666-2011,
/// 15.2.6: response exclusion), and is valid no earlier than that.
class ResponseSender {
 public:
  explicit ResponseSender(tlm::tlm_target_socket<>& socket) : socket_(socket) {}

  /// The payload's response is valid from `at`, which is not in the past. Holds a reference to it
  /// that the caller has acquired, and releases it.
  void put(tlm::tlm_generic_payload& payload, model::Ticks at) {
    Response& response = responses_.push_back();
    response.payload = &payload;
    response.at = at;
    send();
  }
  /// END_RESP came, valid at `time`.
  void ended(model::Ticks time) {
    free_from_ = time;
    waiting_ = false;
    send();
  }

 private:
  struct Response {
    tlm::tlm_generic_payload* payload = nullptr;
    model::Ticks at = 0;
  };

  void send();

  tlm::tlm_target_socket<>& socket_;
  core::RingQueue<Response> responses_;
  bool waiting_ = false;        ///< for END_RESP
  model::Ticks free_from_ = 0;  ///< when the last response ended
};

}  // namespace sgdma::platform
