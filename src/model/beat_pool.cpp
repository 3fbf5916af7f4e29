#include "model/beat_pool.h"

namespace sgdma::model {

void BeatPool::grow() {
  beats_.push_back(
      std::make_unique<BeatPayload>(*this, static_cast<std::uint32_t>(beats_.size()), enables_));
  free_.reserve(beats_.size());
  free_.push_back(beats_.back().get());
}

void BeatPool::free(tlm::tlm_generic_payload* payload) {
  auto& beat = static_cast<BeatPayload&>(*payload);
  buffers_.release(beat.buffer().index);
  beat.set_buffer({});
  beat.restore();
  free_.push_back(&beat);
}

}  // namespace sgdma::model
