/// A target of simple_target_socket and nb_transport_fw that takes its time.
#pragma once

#include <cstdint>
#include <deque>
#include <random>
#include <utility>
#include <vector>

#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_target_socket.h>

#include "support/systemc/test_target.h"

namespace sgdma::test {

/// Draws its times, at the clock's edges and between them, and how it ends each request: with the
/// call, annotated; later; or with its response alone. Answers in any order, one at a time.
class PatientTarget : public TestTarget {
 public:
  PatientTarget(const sc_core::sc_module_name& name, std::uint32_t seed)
      : TestTarget(name, {}), random_(seed) {
    read_socket_.register_nb_transport_fw(this, &PatientTarget::transport);
    write_socket_.register_nb_transport_fw(this, &PatientTarget::transport);
    using SC_CURRENT_USER_MODULE = PatientTarget;
    SC_METHOD(rise);
    sensitive << clk.pos();
    dont_initialize();
  }

  sc_core::sc_in<bool> clk{"clk"};
  tlm::tlm_target_socket<>& read_socket() override { return read_socket_; }
  tlm::tlm_target_socket<>& write_socket() override { return write_socket_; }

 private:
  using Socket = tlm_utils::simple_target_socket<PatientTarget>;
  struct Port {
    Socket& socket;
    std::deque<tlm::tlm_generic_payload*> answers;
    bool answering = false;  ///< END_RESP is still to come
  };

  Port& port(const tlm::tlm_generic_payload& payload) {
    return payload.is_read() ? reads_ : writes_;
  }
  /// Up to so many nanoseconds.
  sc_core::sc_time draw(std::uint32_t nanoseconds) {
    return {static_cast<double>(random_() % (1000 * nanoseconds + 1)), sc_core::SC_PS};
  }

  tlm::tlm_sync_enum transport(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                               sc_core::sc_time& delay) {
    if (phase == tlm::END_RESP) {
      agenda_.notify(payload, phase, delay);
      return tlm::TLM_ACCEPTED;
    }
    ++taken_;
    payload.acquire();
    switch (random_() % 4) {
      case 0:
        delay += draw(2);
        agenda_.notify(payload, tlm::BEGIN_RESP, delay + draw(20));
        phase = tlm::END_REQ;
        return tlm::TLM_UPDATED;
      case 1: agenda_.notify(payload, tlm::BEGIN_RESP, delay + draw(5)); break;
      default: agenda_.notify(payload, tlm::END_REQ, delay + draw(2)); break;
    }
    return tlm::TLM_ACCEPTED;
  }

  /// It is time: now, or with the next edge.
  void due(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase) {
    if (random_() % 2 == 0) {
      with_edge_.emplace_back(&payload, phase);
    } else {
      act(payload, phase);
    }
  }
  void rise() {
    for (const auto& [payload, phase] : std::exchange(with_edge_, {})) act(*payload, phase);
  }

  void act(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase) {
    Port& port = this->port(payload);
    if (phase == tlm::END_REQ) {
      send(port, payload, phase);
      agenda_.notify(payload, tlm::BEGIN_RESP, draw(20));
    } else if (phase == tlm::BEGIN_RESP) {
      port.answers.push_back(&payload);
      answer(port);
    } else {
      port.answering = false;
      payload.release();
      answer(port);
    }
  }
  void answer(Port& port) {
    while (!port.answering && !port.answers.empty()) {
      tlm::tlm_generic_payload& payload = *port.answers.front();
      port.answers.pop_front();
      serve(payload);
      ++answered_;
      port.answering = true;
      if (send(port, payload, tlm::BEGIN_RESP) != tlm::TLM_ACCEPTED) {
        port.answering = false;
        payload.release();
      }
    }
  }
  static tlm::tlm_sync_enum send(Port& port, tlm::tlm_generic_payload& payload,
                                 tlm::tlm_phase phase) {
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    return port.socket->nb_transport_bw(payload, phase, delay);
  }

  std::mt19937 random_;
  Socket read_socket_{"read_socket"};
  Socket write_socket_{"write_socket"};
  Port reads_{read_socket_, {}};
  Port writes_{write_socket_, {}};
  tlm_utils::peq_with_cb_and_phase<PatientTarget> agenda_{this, &PatientTarget::due};
  std::vector<std::pair<tlm::tlm_generic_payload*, tlm::tlm_phase>> with_edge_;
};

}  // namespace sgdma::test
