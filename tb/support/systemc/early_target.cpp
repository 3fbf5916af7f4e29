#include "support/systemc/early_target.h"

namespace sgdma::test {

tlm::tlm_sync_enum EarlyTarget::begin(Port& port, tlm::tlm_generic_payload& payload,
                                      tlm::tlm_phase&, sc_core::sc_time& delay,
                                      const Schedule& schedule) {
  if (script_.hold > 0 && payload.is_write()) {
    payload.acquire();
    at(schedule.due + cycles(script_.hold), [this, &payload] {
      serve(payload);
      payload.release();
    });
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  } else {
    serve(payload);
  }
  ++answered_;
  --port.open;
  delay += schedule.due - schedule.driven;
  return tlm::TLM_COMPLETED;
}

}  // namespace sgdma::test
