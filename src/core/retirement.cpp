#include "core/retirement.h"

namespace sgdma::core {

void Retirement::retire(Cycle now, SlotIndex slot) {
  const TransferState& state = transfers_.state(slot);
  const InFlightEntry entry = transfers_.entry(slot);
  const Completion completion{entry.tag, entry.direction, state.status, transfers_.moved(slot),
                              state.fault};
  transfers_.end(slot);
  ++retired_;
  if (watch_.observer != nullptr) {
    watch_.observer->on_free(now, slot, entry);
  }
  port_.present(now, completion);
  queues_.finish(*state.queued, state.failing());
}

void Retirement::pass(Cycle now, QueuedRequest& queued) {
  ++retired_;
  port_.present(now,
                {queued.request.tag, queued.request.direction, CompletionStatus::kSuccess, 0, {}});
  queues_.finish(queued, false);
}

}  // namespace sgdma::core
