#include "core/teardown.h"

#include <algorithm>

namespace sgdma::core {

void Teardown::begin(Cycle now, SlotIndex slot, const TornEnd& end) {
  TransferState& state = transfers_.state(slot);
  state.silent = state.silent || end.silent;
  if (state.torn == CompletionStatus::kSuccess) {
    state.torn = end.status;
  }
  const TeardownPolicy policy = config_.policy(end.cause);
  apply(now, slot, end.cause, end.lost ? std::min(policy, TeardownPolicy::kFinishBurst) : policy);
  if (config_.drain_timeout != 0 && transfers_.occupied(slot) && !state.stopped) {
    drains_.push_back({slot, state.grant_number, kNever});
  }
}

void Teardown::apply(Cycle now, SlotIndex slot, TeardownCause cause, TeardownPolicy policy) {
  const InFlightEntry& entry = transfers_.entry(slot);
  if (watch_.observer != nullptr) {
    watch_.observer->on_teardown(now, slot, entry, {cause, policy});
  }
  if (retirement_.waits(slot)) {
    return;
  }
  if (entry.direction == Direction::kGather) {
    gather_.curtail(now, slot, policy);
  } else {
    scatter_.curtail(now, slot, policy);
  }
}

bool Teardown::draining(const Drain& drain) const {
  const TransferState& state = transfers_.state(drain.slot);
  return transfers_.occupied(drain.slot) && state.grant_number == drain.grant_number &&
         !state.stopped && !retirement_.waits(drain.slot);
}

bool Teardown::stands_still(Cycle now, SlotIndex slot) const {
  return transfers_.entry(slot).direction == Direction::kGather
             ? gather_.payload_stands_still(now, slot)
             : scatter_.payload_stands_still(slot);
}

void Teardown::watch_drains(Cycle now) {
  const auto over = [&](Drain& drain) {
    if (!draining(drain)) {
      return true;
    }
    if (!stands_still(now, drain.slot)) {
      drain.still_since = kNever;
      return false;
    }
    drain.still_since = std::min(drain.still_since, now);
    if (now - drain.still_since < config_.drain_timeout) {
      return false;
    }
    apply(now, drain.slot, TeardownCause::kDrainTimeout,
          config_.policy(TeardownCause::kDrainTimeout));
    return true;
  };
  drains_.erase(std::remove_if(drains_.begin(), drains_.end(), over), drains_.end());
}

Cycle Teardown::next_edge(Cycle now) const {
  Cycle next = kNever;
  for (const Drain& drain : drains_) {
    // Whether it stands still is looked at with the edge that a beat could have moved at.
    next = std::min(next, drain.still_since == kNever
                              ? now + 1
                              : std::max(now + 1, drain.still_since + config_.drain_timeout));
  }
  return next;
}

}  // namespace sgdma::core
