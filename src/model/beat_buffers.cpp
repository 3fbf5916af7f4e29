#include "model/beat_buffers.h"

namespace sgdma::model {

void BeatBuffers::grow() {
  const auto first = static_cast<std::uint32_t>(buffers_.size());
  chunks_.push_back(std::make_unique<std::uint8_t[]>(std::size_t{kChunk} * bus_width_));
  for (std::uint32_t at = 0; at < kChunk; ++at) {
    buffers_.push_back(chunks_.back().get() + std::size_t{at} * bus_width_);
  }
  free_.reserve(buffers_.size());
  for (std::uint32_t at = kChunk; at > 0; --at) {
    free_.push_back(first + at - 1);
  }
}

}  // namespace sgdma::model
