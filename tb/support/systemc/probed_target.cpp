#include "support/systemc/probed_target.h"

#include <cstring>

#include <fmt/format.h>

namespace sgdma::test {

ProbedTarget::Port::Port(const sc_core::sc_module_name& name, ProbedTarget& owner)
    : sc_core::sc_module(name), owner_(owner) {
  socket.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
}

void ProbedTarget::Port::note(const tlm::tlm_generic_payload& payload,
                              const sc_core::sc_time& delay) {
  owner_.journal_.add(fmt::format("{} asks for {:#x}", basename(), payload.get_address()), delay);
}

tlm::tlm_sync_enum ProbedTarget::Port::nb_transport_fw(tlm::tlm_generic_payload& payload,
                                                       tlm::tlm_phase& phase,
                                                       sc_core::sc_time& delay) {
  if (phase == tlm::END_RESP) {
    return tlm::TLM_COMPLETED;
  }
  note(payload, delay);
  return owner_.on_request ? owner_.on_request(*this, payload, phase, delay)
                           : complete(payload, delay);
}

void ProbedTarget::Port::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  note(payload, delay);
  complete(payload, delay);
}

ProbedTarget::Port& ProbedTarget::add_port(const std::string& initiator) {
  return ports_.emplace_back(initiator.c_str(), *this);
}

tlm::tlm_sync_enum ProbedTarget::complete(tlm::tlm_generic_payload& payload,
                                          sc_core::sc_time& delay) {
  if (payload.is_read()) {
    std::memset(payload.get_data_ptr(), static_cast<int>(payload.get_address() & 0xFFU),
                payload.get_data_length());
  }
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  delay += sc_core::sc_time(4, sc_core::SC_NS);
  return tlm::TLM_COMPLETED;
}

}  // namespace sgdma::test
