#include "core/deregistrations.h"

#include <algorithm>

#include "core/mutation.h"

namespace sgdma::core {

bool Deregistrations::touches(SlotIndex slot, RegionHandle region) const {
  return parts_.transfers.occupied(slot) &&
         RegionGate::touches(parts_.transfers.state(slot).request(), region);
}

void Deregistrations::begin(Cycle now, RegionKey key, RegionHandle region) {
  parts_.gate.close(region);
  if (!mutated(Fault::kQueueUsesRegion)) {
    parts_.queues.refuse(region);
  }
  Open& open = open_.emplace_back();
  open.key = key;
  open.region = region;
  if (policy_ == Deregistration::kWait || policy_ == Deregistration::kForceError) {
    parts_.transfers.for_each_running([&](SlotIndex slot) {
      if (touches(slot, region)) {
        open.awaited.push_back(slot);
      }
    });
  }
  switch (policy_) {
    case Deregistration::kImmediate: invalidate(now, region); break;
    case Deregistration::kWait: break;
    case Deregistration::kFence:
      fence(open);
      invalidate(now, region);
      break;
    case Deregistration::kForceError:
      if (!mutated(Fault::kRegionNotTorn)) {
        tear_down(now, region);
      }
      break;
  }
}

void Deregistrations::invalidate(Cycle now, RegionHandle region) {
  if (mutated(Fault::kUnitsStayGood)) {
    return;
  }
  parts_.keys.at(now).invalidate(region);
  parts_.units.invalidate(region);
}

void Deregistrations::tear_down(Cycle now, RegionHandle region) {
  parts_.transfers.for_each_running([&](SlotIndex slot) {
    if (touches(slot, region)) {
      const CompletionStatus status = RegionGate::status_for(parts_.transfers.entry(slot).tag);
      parts_.teardown.begin(now, slot, {TeardownCause::kDeregister, status, false, false});
    }
  });
}

void Deregistrations::settle_lost(Cycle now) {
  parts_.units.take_lost([&](SlotIndex slot, CompletionStatus status) {
    parts_.teardown.begin(now, slot, {TeardownCause::kDeregister, status, false, true});
  });
}

void Deregistrations::fence(Open& open) const {
  open.in_hand.resize(parts_.transfers.slots());
  parts_.transfers.for_each_running([&](SlotIndex slot) {
    const std::uint32_t to = parts_.units.in_hand_to(slot);
    open.in_hand[raw(slot)] = {parts_.transfers.state(slot).grant_number, to};
    if (to > 0) {
      open.awaited.push_back(slot);
    }
  });
}

bool Deregistrations::passed(const Open& open) const {
  const auto old = [&](SlotIndex slot) {
    const InHand& in_hand = open.in_hand[raw(slot)];
    return in_hand.to > 0 && parts_.transfers.occupied(slot) &&
           parts_.transfers.state(slot).grant_number == in_hand.grant_number;
  };
  const auto issued = [&](SlotIndex slot) {
    if (!old(slot)) {
      return true;
    }
    const TransferState& state = parts_.transfers.state(slot);
    const bool to_come = state.bytes_to_issue > 0 && state.issued() < open.in_hand[raw(slot)].to;
    return !to_come && parts_.units.derives();
  };
  if (!all_done(open, issued)) {
    return false;
  }
  if (mutated(Fault::kFenceForgetsBursts)) {
    return true;
  }
  const auto outstanding = [&](SlotIndex slot, std::uint32_t offset) {
    return old(slot) && offset < open.in_hand[raw(slot)].to;
  };
  return !parts_.gather.any_outstanding(outstanding) &&
         !parts_.scatter.any_outstanding(outstanding);
}

bool Deregistrations::in_use(const Open& open) const {
  return !all_done(open, [&](SlotIndex slot) { return !touches(slot, open.region); });
}

std::vector<Deregistrations::Open>::const_iterator Deregistrations::find(RegionKey key) const {
  return std::find_if(open_.begin(), open_.end(),
                      [key](const Open& open) { return open.key == key; });
}

bool Deregistrations::done(RegionKey key) const {
  const auto open = find(key);
  if (open == open_.end() || mutated(Fault::kRegionAnswersAtOnce)) {
    return true;
  }
  const bool held = in_quarantine(open->region) && !mutated(Fault::kQuarantineForgotten);
  switch (policy_) {
    case Deregistration::kImmediate: return true;
    case Deregistration::kFence: return !held && passed(*open);
    case Deregistration::kWait:
    case Deregistration::kForceError: return !held && !in_use(*open);
  }
  return true;
}

void Deregistrations::end(Cycle now, RegionKey key) {
  const auto open = find(key);
  if (open == open_.end()) {
    return;
  }
  const RegionHandle region = open->region;
  open_.erase(open);
  if (policy_ == Deregistration::kWait || policy_ == Deregistration::kForceError) {
    invalidate(now, region);
  }
}

}  // namespace sgdma::core
