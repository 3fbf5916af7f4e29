/// Responses of a target on their way to its initiator: one at a time, as the base protocol has it.
#pragma once

#include <deque>

#include <systemc>
#include <tlm>

namespace sgdma::cosim {

/// Invariant: at most one BEGIN_RESP has not been ended. Each payload is released with its end.
class ResponseLine {
 public:
  explicit ResponseLine(tlm::tlm_target_socket<>& socket) : socket_(socket) {}

  /// The payload's response goes now, or when those before it have been ended. Whether it ended its
  /// request is the caller's affair: BEGIN_RESP does so where END_REQ has not been said.
  void answer(tlm::tlm_generic_payload& payload) {
    waiting_.push_back(&payload);
    send();
  }
  /// The initiator has ended the one that is out.
  void ended() {
    tlm::tlm_generic_payload* payload = out_;
    out_ = nullptr;
    if (payload != nullptr) payload->release();
    send();
  }
  /// For one more, besides the one that is out: pins are held back where it is not.
  bool has_room() const { return waiting_.size() < 2; }

 private:
  void send() {
    while (out_ == nullptr && !waiting_.empty()) {
      out_ = waiting_.front();
      waiting_.pop_front();
      tlm::tlm_generic_payload& payload = *out_;
      tlm::tlm_phase phase = tlm::BEGIN_RESP;
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      const tlm::tlm_sync_enum sync = socket_->nb_transport_bw(payload, phase, delay);
      if (out_ == &payload &&
          (sync == tlm::TLM_COMPLETED || (sync == tlm::TLM_UPDATED && phase == tlm::END_RESP))) {
        out_ = nullptr;
        payload.release();
      }
    }
  }

  tlm::tlm_target_socket<>& socket_;
  std::deque<tlm::tlm_generic_payload*> waiting_;
  tlm::tlm_generic_payload* out_ = nullptr;
};

}  // namespace sgdma::cosim
