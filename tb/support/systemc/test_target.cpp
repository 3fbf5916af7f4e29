#include "support/systemc/test_target.h"

#include <algorithm>

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

bool TestTarget::refuses(const tlm::tlm_generic_payload& payload) const {
  const std::uint64_t address = payload.get_address();
  const bool faulty = std::any_of(
      script_.faults.begin(), script_.faults.end(),
      [address](const TargetFault& fault) { return address - fault.address < fault.bytes; });
  return faulty || (script_.word != 0 &&
                    (address % script_.word != 0 || payload.get_data_length() != script_.word));
}

void TestTarget::serve(tlm::tlm_generic_payload& payload) {
  if (refuses(payload)) {
    payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
    return;
  }
  const unsigned char* enables = payload.get_byte_enable_ptr();
  for (std::uint32_t at = 0; at < payload.get_data_length(); ++at) {
    if (enables != nullptr && enables[at % payload.get_byte_enable_length()] == TLM_BYTE_DISABLED) {
      continue;
    }
    if (payload.is_read()) {
      contents_.read(payload.get_address() + at, payload.get_data_ptr() + at, 1);
    } else if (payload.is_write()) {
      contents_.write(payload.get_address() + at, payload.get_data_ptr() + at, 1);
    }
  }
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
}

}  // namespace sgdma::test
