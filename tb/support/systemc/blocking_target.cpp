#include "support/systemc/blocking_target.h"

namespace sgdma::test {

BlockingTarget::BlockingTarget(const sc_core::sc_module_name& name, const TargetScript& script)
    : TestTarget(name, script) {
  read_socket_.register_b_transport(this, &BlockingTarget::read);
  write_socket_.register_b_transport(this, &BlockingTarget::write);
}

void BlockingTarget::read(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  transport(reads_++, payload, delay);
}

void BlockingTarget::write(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  transport(writes_++, payload, delay);
}

void BlockingTarget::transport(std::uint64_t number, tlm::tlm_generic_payload& payload,
                               sc_core::sc_time& delay) {
  const TargetBeat beat{number, !payload.is_read(), payload.get_address(),
                        payload.get_data_length()};
  ++taken_;
  serve(payload);
  ++answered_;
  delay += cycles(accept_delay(beat) + 1 + latency(beat));
}

}  // namespace sgdma::test
