#include "model/beat_payload.h"

namespace sgdma::model {

BeatPayload::BeatPayload(tlm::tlm_mm_interface& pool, std::uint32_t index, const Buffer& buffer)
    : tlm::tlm_generic_payload(&pool), index_(index), buffer_(buffer) {
  set_extension(&frame);
  set_data_ptr(buffer.bytes);
}

BeatPayload::~BeatPayload() { clear_extension(&frame); }

void BeatPayload::restore() {
  reset();
  set_byte_enable_ptr(nullptr);
  set_byte_enable_length(0);
  set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  set_dmi_allowed(false);
  set_gp_option(tlm::TLM_MIN_PAYLOAD);
  set_data_ptr(buffer_.bytes);
  if (get_extension<BurstExtension>() != &frame) {
    set_extension(&frame);
  }
}

}  // namespace sgdma::model
