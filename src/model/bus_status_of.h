/// TLM-2.0 response statuses in the bus's words.
#pragma once

#include <tlm>

#include "types/bus_status.h"

namespace sgdma::model {

/// DECERR is an address error; every other error is SLVERR.
inline BusStatus bus_status_of(const tlm::tlm_generic_payload& payload) {
  if (payload.is_response_ok()) {
    return BusStatus::kOkay;
  }
  return payload.get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE ? BusStatus::kDecodeError
                                                                          : BusStatus::kSlaveError;
}

}  // namespace sgdma::model
