#include "core/payload_ingress.h"

#include <algorithm>

namespace sgdma::core {

PayloadIngress::PayloadIngress(const EngineConfig& config, Transfers& transfers)
    : rate_(config.scatter_rate),
      depth_(config.scatter_depth),
      transfers_(transfers),
      queue_(config.slots) {}

void PayloadIngress::begin(SlotIndex slot) {
  if (rate_.unlimited()) {
    transfers_.state(slot).payload_bytes = transfers_.state(slot).request().bytes;
    return;
  }
  queue_.push_back(slot);
}

void PayloadIngress::discard(SlotIndex slot) {
  if (rate_.unlimited()) {
    return;
  }
  const TransferState& state = transfers_.state(slot);
  const std::uint32_t written = state.request().bytes - state.bytes_to_issue;
  drained_ += state.payload_bytes - std::min(state.payload_bytes, written);
  queue_.erase(std::remove(queue_.begin(), queue_.end(), slot), queue_.end());
}

}  // namespace sgdma::core
