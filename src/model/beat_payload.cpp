#include "model/beat_payload.h"

#include <algorithm>

namespace sgdma::model {

BeatPayload::BeatPayload(tlm::tlm_mm_interface& pool, std::uint32_t index, std::uint32_t enables)
    : tlm::tlm_generic_payload(&pool), index_(index), enables_(enables) {
  set_extension(&frame);
}

BeatPayload::~BeatPayload() { clear_extension(&frame); }

void BeatPayload::aim_word(const BeatRange& range) {
  const auto word = static_cast<std::uint32_t>(enables_.size());
  in_word_ = static_cast<std::uint32_t>(range.address & (word - 1U));
  aim({range.address - in_word_, word, range.offset});
  if (range.bytes == word) {
    set_byte_enable_ptr(nullptr);
    set_byte_enable_length(0);
    return;
  }
  std::fill(enables_.begin(), enables_.end(), std::uint8_t{TLM_BYTE_DISABLED});
  std::fill_n(enables_.begin() + in_word_, range.bytes, std::uint8_t{TLM_BYTE_ENABLED});
  set_byte_enable_ptr(enables_.data());
  set_byte_enable_length(word);
}

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
