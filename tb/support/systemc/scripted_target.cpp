#include "support/systemc/scripted_target.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace sgdma::test {

namespace {

constexpr Cycle kLatency = 3;

sc_core::sc_time cycles(const sc_core::sc_time& period, Cycle count) {
  return period * static_cast<double>(count);
}

}  // namespace

ScriptedTarget::ScriptedTarget(const sc_core::sc_module_name& name, TargetScript script)
    : sc_core::sc_module(name), script_(std::move(script)) {
  using SC_CURRENT_USER_MODULE = ScriptedTarget;
  read_socket.bind(static_cast<tlm::tlm_fw_transport_if<>&>(reads_));
  write_socket.bind(static_cast<tlm::tlm_fw_transport_if<>&>(writes_));
  SC_METHOD(run_agenda);
  sensitive << agenda_event_;
  dont_initialize();
}

tlm::tlm_sync_enum ScriptedTarget::Port::nb_transport_fw(tlm::tlm_generic_payload& payload,
                                                         tlm::tlm_phase& phase,
                                                         sc_core::sc_time& delay) {
  if (phase == tlm::BEGIN_REQ) {
    return target.begin(*this, payload, phase, delay);
  }
  if (phase != tlm::END_RESP || !answering) {
    throw std::logic_error("the initiator sends an illegal phase");
  }
  target.at(sc_core::sc_time_stamp() + delay, [this] {
    answering = false;
    target.answer(*this);
  });
  return tlm::TLM_COMPLETED;
}

tlm::tlm_sync_enum ScriptedTarget::begin(Port& port, tlm::tlm_generic_payload& payload,
                                         tlm::tlm_phase& phase, const sc_core::sc_time& delay) {
  const TargetBeat beat{port.beats++, payload.is_write(), payload.get_address(),
                        payload.get_data_length()};
  const sc_core::sc_time driven = sc_core::sc_time_stamp() + delay;
  sc_core::sc_time accepted = driven;
  if (script_.accept_delay) {
    accepted += cycles(script_.period, script_.accept_delay(beat));
  }
  if (script_.single_port) {
    accepted = std::max(accepted, port_free_);
    port_free_ = accepted + script_.period;
  }
  const Cycle latency = script_.latency ? script_.latency(beat) : kLatency;
  sc_core::sc_time due = accepted + cycles(script_.period, 1 + latency);
  if (script_.in_order) {
    due = port.last_due = std::max(due, port.last_due);
  }
  ++taken_;
  if (accepted > driven) {
    at(accepted, [&port, &payload] {
      tlm::tlm_phase end = tlm::END_REQ;
      sc_core::sc_time now = sc_core::SC_ZERO_TIME;
      port.socket->nb_transport_bw(payload, end, now);
    });
  }
  at(due, [this, &port, &payload] {
    port.ready.push_back(&payload);
    answer(port);
  });
  if (accepted > driven) {
    return tlm::TLM_ACCEPTED;
  }
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

void ScriptedTarget::answer(Port& port) {
  while (!port.answering && !port.ready.empty()) {
    tlm::tlm_generic_payload& payload = *port.ready.front();
    port.ready.pop_front();
    serve(payload);
    ++answered_;
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    port.answering = true;
    const tlm::tlm_sync_enum sync = port.socket->nb_transport_bw(payload, phase, delay);
    port.answering = sync == tlm::TLM_ACCEPTED;
  }
}

void ScriptedTarget::serve(tlm::tlm_generic_payload& payload) {
  if (payload.is_read()) {
    contents_.read(payload.get_address(), payload.get_data_ptr(), payload.get_data_length());
  } else if (payload.is_write()) {
    contents_.write(payload.get_address(), payload.get_data_ptr(), payload.get_data_length());
  }
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
}

void ScriptedTarget::Port::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
  target.serve(payload);
}

unsigned int ScriptedTarget::Port::transport_dbg(tlm::tlm_generic_payload& payload) {
  target.serve(payload);
  return payload.get_data_length();
}

void ScriptedTarget::at(const sc_core::sc_time& time, std::function<void()> action) {
  agenda_.emplace(time, std::move(action));
  agenda_event_.notify(agenda_.begin()->first - sc_core::sc_time_stamp());
}

void ScriptedTarget::run_agenda() {
  while (!agenda_.empty() && agenda_.begin()->first <= sc_core::sc_time_stamp()) {
    const std::function<void()> action = std::move(agenda_.begin()->second);
    agenda_.erase(agenda_.begin());
    action();
  }
  if (!agenda_.empty()) {
    agenda_event_.notify(agenda_.begin()->first - sc_core::sc_time_stamp());
  }
}

}  // namespace sgdma::test
