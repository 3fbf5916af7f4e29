#include "core/retirement.h"

#include "core/mutation.h"

namespace sgdma::core {

void Retirement::retire(Cycle now, SlotIndex slot) {
  const TransferState& state = transfers_.state(slot);
  const InFlightEntry entry = transfers_.entry(slot);
  const bool cut_short = entry.remaining > 0 && state.status == CompletionStatus::kSuccess;
  const CompletionStatus status = cut_short ? state.torn : state.status;
  const Completion completion{entry.tag, entry.direction, status, transfers_.moved(slot),
                              state.fault};
  const bool silent = state.silent;
  transfers_.end(slot);
  ++retired_;
  last_end_[index_of(entry.direction)] = now;
  if (watch_.observer != nullptr) {
    watch_.observer->on_free(now, slot, entry);
  }
  if (silent) {
    if (!mutated(Fault::kReservationKept)) {
      port_.cancel();
    }
  } else {
    port_.present(now, completion);
  }
  const bool failed = silent || status != CompletionStatus::kSuccess;
  queues_.finish(*state.queued, failed && !mutated(Fault::kFailedGatherGoesOn));
}

void Retirement::end(Cycle now, SlotIndex slot) {
  const Direction direction = transfers_.entry(slot).direction;
  if (ended(direction, now) && !mutated(Fault::kTwoEndsAtAnEdge)) {
    waiting_[index_of(direction)].insert(raw(slot));
    transfers_.call_attention();
  } else {
    retire(now, slot);
  }
}

void Retirement::end_waiting(Cycle now) {
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    IndexSet& waiting = waiting_[index_of(direction)];
    if (!waiting.empty() && !ended(direction, now)) {
      retire(now, SlotIndex{waiting.take_first()});
    }
  }
}

void Retirement::pass(Cycle now, QueuedRequest& queued, CompletionStatus status) {
  ++retired_;
  port_.present(now, {queued.request.tag, queued.request.direction, status, 0, {}});
  queues_.finish(queued, status != CompletionStatus::kSuccess);
}

}  // namespace sgdma::core
