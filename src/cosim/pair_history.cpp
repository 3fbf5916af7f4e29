#include "cosim/pair_history.h"

namespace sgdma::cosim {

void PairHistory::add(Cycle now, const core::Transfers& transfers, const ModelBus& bus,
                      const RtlState& rtl) {
  if (snapshots_.size() < kMost) {
    snapshots_.emplace_back();
  }
  PairSnapshot& snapshot = snapshots_[next_ % kMost];
  ++next_;
  const std::uint32_t slots = transfers.slots();
  snapshot.cycle = now;
  snapshot.model_busy = 0;
  snapshot.model.resize(slots);
  for (std::uint32_t slot = 0; slot < slots; ++slot) {
    if (transfers.occupied(SlotIndex{slot})) {
      snapshot.model_busy |= 1ULL << slot;
      snapshot.model[slot] = transfers.entry(SlotIndex{slot});
    }
  }
  snapshot.model_bus = bus;
  snapshot.rtl = rtl;
  snapshot.rtl.entries = nullptr;
  snapshot.rtl.payload_out.data = nullptr;
  snapshot.rtl_entries.assign(rtl.entries, rtl.entries + std::size_t{slots} * kEntryWords);
}

}  // namespace sgdma::cosim
