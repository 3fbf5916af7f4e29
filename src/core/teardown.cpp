#include "core/teardown.h"

#include <algorithm>

#include "core/mutation.h"

namespace sgdma::core {

void Teardown::begin(Cycle now, SlotIndex slot, const TornEnd& end) {
  TransferState& state = transfers_.state(slot);
  state.silent = state.silent || (end.silent && !mutated(Fault::kTornNotSilent));
  if (state.torn == CompletionStatus::kSuccess && !mutated(Fault::kTornSaysSuccess)) {
    state.torn = end.status;
  }
  const TeardownPolicy policy = config_.policy(end.cause);
  apply(now, slot, end.cause, end.lost ? std::min(policy, TeardownPolicy::kFinishBurst) : policy);
  if (config_.drain_timeout != 0 && transfers_.occupied(slot) && !state.stopped) {
    drains_.push_back({slot, state.grant_number, progress(slot), 0});
  }
}

void Teardown::apply(Cycle now, SlotIndex slot, TeardownCause cause, TeardownPolicy policy) {
  const InFlightEntry& entry = transfers_.entry(slot);
  if (watch_.observer != nullptr) {
    watch_.observer->on_teardown(now, slot, entry, {cause, policy});
  }
  if (retirement_.waits(slot) || mutated(Fault::kPolicyIgnored)) {
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

std::uint64_t Teardown::progress(SlotIndex slot) const {
  return std::uint64_t{transfers_.state(slot).payload_bytes} + transfers_.moved(slot);
}

void Teardown::watch_drains(Cycle now) {
  const auto over = [&](Drain& drain) {
    if (!draining(drain)) {
      return true;
    }
    const std::uint64_t reached = progress(drain.slot);
    drain.still = reached == drain.progress ? drain.still : 0;
    drain.progress = reached;
    drain.still += stands_still(now, drain.slot) ? 1U : 0U;
    if (drain.still <= config_.drain_timeout) {
      return false;
    }
    apply(now, drain.slot, TeardownCause::kDrainTimeout,
          config_.policy(TeardownCause::kDrainTimeout));
    return true;
  };
  drains_.erase(std::remove_if(drains_.begin(), drains_.end(), over), drains_.end());
}

}  // namespace sgdma::core
