#include "model/burst_buffers.h"

namespace sgdma::model {

void BurstBuffers::grow() {
  free_.reserve(buffers_.size() + 1);
  // make_unique would zero it for nothing: a target fills it.
  buffers_.push_back({std::unique_ptr<std::uint8_t[]>(new std::uint8_t[bytes_]), 0});
  free_.push_back(static_cast<std::uint32_t>(buffers_.size()) - 1);
}

}  // namespace sgdma::model
