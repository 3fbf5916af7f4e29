#include "support/systemc/phased_target.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace sgdma::test {

PhasedTarget::PhasedTarget(const sc_core::sc_module_name& name, TargetScript script)
    : TestTarget(name, std::move(script)) {
  using SC_CURRENT_USER_MODULE = PhasedTarget;
  read_socket_.bind(static_cast<tlm::tlm_fw_transport_if<>&>(reads_));
  write_socket_.bind(static_cast<tlm::tlm_fw_transport_if<>&>(writes_));
  SC_METHOD(run_agenda);
  sensitive << agenda_event_;
  dont_initialize();
}

tlm::tlm_sync_enum PhasedTarget::Port::nb_transport_fw(tlm::tlm_generic_payload& payload,
                                                       tlm::tlm_phase& phase,
                                                       sc_core::sc_time& delay) {
  if (phase == tlm::BEGIN_REQ) {
    return target.take(*this, payload, phase, delay);
  }
  if (phase != tlm::END_RESP || !answering) {
    throw std::logic_error("the initiator sends an illegal phase");
  }
  target.end_response(*this, sc_core::sc_time_stamp() + delay);
  return tlm::TLM_COMPLETED;
}

tlm::tlm_sync_enum PhasedTarget::take(Port& port, tlm::tlm_generic_payload& payload,
                                      tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  const TargetBeat beat{port.beats++, !payload.is_read(), payload.get_address(),
                        payload.get_data_length()};
  const Schedule times = schedule(port, beat, sc_core::sc_time_stamp() + delay);
  ++taken_;
  ++port.open;
  if (script_.hold > 0) {
    hold(payload, times.due + cycles(script_.hold));
  }
  return begin(port, payload, phase, delay, times);
}

PhasedTarget::Schedule PhasedTarget::schedule(Port& port, const TargetBeat& beat,
                                              const sc_core::sc_time& driven) {
  Schedule times{driven, driven + cycles(accept_delay(beat)), {}};
  if (script_.single_port) {
    times.accepted = std::max(times.accepted, port_free_);
    port_free_ = times.accepted + script_.period;
  }
  times.due = times.accepted + cycles(1 + latency(beat));
  if (script_.in_order) {
    times.due = port.last_due = std::max(times.due, port.last_due);
  }
  return times;
}

void PhasedTarget::hold(tlm::tlm_generic_payload& payload, const sc_core::sc_time& until) {
  payload.acquire();
  at(until, [&payload] { payload.release(); });
}

void PhasedTarget::end_response(Port& port, const sc_core::sc_time& time) {
  port.answering = false;
  port.free_from = time;
  at(time, [this, &port] { answer(port); });
}

void PhasedTarget::answer(Port& port) {
  while (!port.answering && !port.ready.empty() && port.free_from <= sc_core::sc_time_stamp()) {
    tlm::tlm_generic_payload& payload = *port.ready.front();
    port.ready.pop_front();
    serve(payload);
    ++answered_;
    --port.open;
    port.answering = true;
    if (respond(port, payload) != tlm::TLM_ACCEPTED) {
      port.answering = false;
    }
  }
}

tlm::tlm_sync_enum PhasedTarget::respond(Port& port, tlm::tlm_generic_payload& payload) {
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  return port.socket->nb_transport_bw(payload, phase, delay);
}

void PhasedTarget::Port::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
  target.serve(payload);
}

unsigned int PhasedTarget::Port::transport_dbg(tlm::tlm_generic_payload& payload) {
  target.serve(payload);
  return payload.get_data_length();
}

void PhasedTarget::at(const sc_core::sc_time& time, std::function<void()> action) {
  agenda_.emplace(time, std::move(action));
  agenda_event_.notify(agenda_.begin()->first - sc_core::sc_time_stamp());
}

void PhasedTarget::run_agenda() {
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
