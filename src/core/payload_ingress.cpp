#include "core/payload_ingress.h"

#include <algorithm>

#include "core/mutation.h"

namespace sgdma::core {

PayloadIngress::PayloadIngress(const EngineConfig& config, Transfers& transfers)
    : rate_(config.scatter_rate),
      bus_width_(config.bus_width),
      depth_(config.scatter_depth),
      transfers_(transfers),
      queue_(config.slots) {}

void PayloadIngress::begin(SlotIndex slot) {
  if (rate_.unlimited()) {
    transfers_.state(slot).payload_bytes = transfers_.state(slot).bytes;
    return;
  }
  queue_.push_back(slot);
}

void PayloadIngress::curtail(SlotIndex slot) {
  discard(slot, transfers_.state(slot).usable_payload());
}

void PayloadIngress::discard(SlotIndex slot, std::uint32_t driven) {
  TransferState& state = transfers_.state(slot);
  if (state.payload_bytes < driven || mutated(Fault::kPayloadKept)) {
    return;
  }
  drained_ += limited() ? state.payload_bytes - driven : 0;
  state.payload_bytes = driven;
  if (limited()) {
    queue_.erase(std::remove(queue_.begin(), queue_.end(), slot), queue_.end());
  }
}

bool PayloadIngress::room_for_rest(SlotIndex slot) const {
  const TransferState& state = transfers_.state(slot);
  const std::uint32_t own = state.payload_bytes - std::min(state.payload_bytes, state.issued());
  return level_ - drained_ - own + bus_width_ <= depth_;
}

}  // namespace sgdma::core
