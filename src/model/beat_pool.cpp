#include "model/beat_pool.h"

namespace sgdma::model {

BeatPayload::BeatPayload(tlm::tlm_mm_interface& pool, std::uint32_t index)
    : tlm::tlm_generic_payload(&pool), index_(index) {
  set_extension(&frame);
  set_data_ptr(buffer_.data());
}

BeatPayload::~BeatPayload() { clear_extension(&frame); }

void BeatPayload::restore() {
  reset();
  set_byte_enable_ptr(nullptr);
  set_byte_enable_length(0);
  set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  set_dmi_allowed(false);
  set_gp_option(tlm::TLM_MIN_PAYLOAD);
  set_data_ptr(buffer_.data());
  set_extension(&frame);
}

BeatPayload& BeatPool::acquire(tlm::tlm_command command, std::uint64_t address,
                               std::uint32_t bytes) {
  if (free_.empty()) {
    beats_.push_back(
        std::make_unique<BeatPayload>(*this, static_cast<std::uint32_t>(beats_.size())));
    free_.push_back(beats_.back().get());
  }
  BeatPayload& beat = *free_.back();
  free_.pop_back();
  beat.set_command(command);
  beat.set_address(address);
  beat.set_data_length(bytes);
  beat.set_streaming_width(bytes);
  beat.acquire();
  return beat;
}

void BeatPool::free(tlm::tlm_generic_payload* payload) {
  auto& beat = static_cast<BeatPayload&>(*payload);
  beat.restore();
  free_.push_back(&beat);
}

}  // namespace sgdma::model
