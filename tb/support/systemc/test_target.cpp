#include "support/systemc/test_target.h"

namespace sgdma::test {

namespace {

constexpr Cycle kLatency = 3;

}  // namespace

Cycle TestTarget::accept_delay(const TargetBeat& beat) const {
  return script_.accept_delay ? script_.accept_delay(beat) : 0;
}

Cycle TestTarget::latency(const TargetBeat& beat) const {
  return script_.latency ? script_.latency(beat) : kLatency;
}

void TestTarget::serve(tlm::tlm_generic_payload& payload) {
  for (const TargetFault& fault : script_.faults) {
    if (payload.get_address() >= fault.address &&
        payload.get_address() - fault.address < fault.bytes) {
      payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
      return;
    }
  }
  if (payload.is_read()) {
    contents_.read(payload.get_address(), payload.get_data_ptr(), payload.get_data_length());
  } else if (payload.is_write()) {
    contents_.write(payload.get_address(), payload.get_data_ptr(), payload.get_data_length());
  }
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
}

}  // namespace sgdma::test
