#include "core/translation/slot_units.h"

#include <algorithm>

#include "core/mutation.h"
#include "core/translation/region_gate.h"

namespace sgdma::core {

SlotUnits::SlotUnits(const EngineConfig& config, Transfers& transfers, KeyPort& keys)
    : config_(config),
      transfers_(transfers),
      keys_(keys),
      lookups_(keys),
      units_(config.translation == Translation::kCaptured ? 0 : config.slots),
      waiting_(config.slots),
      lost_(config.slots),
      waiting_of_{Transfers::SlotsByAge(derives() ? config.slots : 0),
                  Transfers::SlotsByAge(derives() ? config.slots : 0)} {}

void SlotUnits::begin(SlotIndex slot) {
  if (!derives()) {
    return;
  }
  Unit& unit = units_[raw(slot)];
  unit = Unit{};
  unit.bytes = unit_bytes(config_, request(slot), {0, 0});
  unit.at_hand = true;
}

void SlotUnits::take_next(SlotIndex slot) {
  Unit& unit = units_[raw(slot)];
  const auto& segments = request(slot).segments;
  unit.left = unit.bytes;
  unit.place.offset += unit.bytes;
  if (unit.place.offset == segments[unit.place.segment].bytes) {
    unit.place = {unit.place.segment + 1, 0};
  }
  const bool more = unit.place.segment < segments.size();
  unit.bytes = more ? unit_bytes(config_, request(slot), unit.place) : 0;
  unit.at_hand = false;
}

void SlotUnits::use(Cycle now, SlotIndex slot, std::uint32_t bytes) {
  Unit& unit = units_[raw(slot)];
  const bool ahead = config_.translation != Translation::kBeat;
  if (unit.left == 0) {
    take_next(slot);
    if (ahead) {
      look_up(now, slot, now + 1);
    }
  }
  unit.left -= bytes;
  if (transfers_.state(slot).bytes_to_issue == 0) {
    lookups_.drop(raw(slot));
    return;
  }
  if (unit.left > 0 || unit.at_hand) {
    return;
  }
  wait(slot);
  if (unit.failed) {
    lose(slot);
  } else if (!ahead) {
    wanted_.push_back(slot);
    keys_.wait();
  }
}

void SlotUnits::look_up(Cycle now, SlotIndex slot, Cycle by) {
  Unit& unit = units_[raw(slot)];
  if (unit.bytes == 0) {
    return;
  }
  const RegionHandle region = next_region(slot);
  unit.failed = keys_.cache().gone(region);
  if (unit.failed) {
    unit.status = RegionGate::status_for(request(slot).tag);
    return;
  }
  unit.at_hand =
      region == kNoRegion ||
      lookups_.begin(now, raw(slot),
                     {request(slot), unit.place, unit.bytes, config_.key_cache.pages_per_line}, by);
}

void SlotUnits::drop(SlotIndex slot) {
  if (!derives()) {
    return;
  }
  lookups_.drop(raw(slot));
  end_wait(slot);
  if (lost_.contains(raw(slot))) {
    lost_.erase(raw(slot));
    keys_.rest();
  }
  if (const auto at = std::find(wanted_.begin(), wanted_.end(), slot); at != wanted_.end()) {
    wanted_.erase(at);
    keys_.rest();
  }
}

void SlotUnits::wait(SlotIndex slot) {
  const TransferState& state = transfers_.state(slot);
  waiting_.insert(raw(slot));
  waiting_of_[index_of(state.direction)].insert(raw(slot), state.grant_number);
}

void SlotUnits::end_wait(SlotIndex slot) {
  if (waiting_.contains(raw(slot))) {
    waiting_.erase(raw(slot));
    waiting_of_[index_of(transfers_.state(slot).direction)].erase(raw(slot));
    transfers_.take_back(slot);
  }
}

void SlotUnits::lose(SlotIndex slot) {
  if (!lost_.contains(raw(slot))) {
    lost_.insert(raw(slot));
    keys_.wait();
  }
  transfers_.call_attention();
}

void SlotUnits::invalidate(RegionHandle region) {
  if (!derives()) {
    return;
  }
  transfers_.for_each_running([&](SlotIndex slot) {
    Unit& unit = units_[raw(slot)];
    if (transfers_.state(slot).bytes_to_issue == 0 || unit.bytes == 0 ||
        next_region(slot) != region) {
      return;
    }
    lookups_.drop(raw(slot));
    unit.at_hand = false;
    unit.failed = true;
    unit.status = RegionGate::status_for(request(slot).tag);
    if (unit.left == 0) {
      if (!waiting_.contains(raw(slot))) {
        wait(slot);
      }
      lose(slot);
    }
  });
}

std::uint32_t SlotUnits::in_hand_to(SlotIndex slot) const {
  const TransferState& state = transfers_.state(slot);
  return derives() ? state.issued() + units_[raw(slot)].left : state.bytes;
}

std::uint32_t SlotUnits::oldest_running(Direction direction) const {
  const Transfers::SlotsByAge& running = transfers_.running(direction);
  while (!running.empty()) {
    const SlotIndex slot{running.least()};
    if (at_hand(slot) || transfers_.state(slot).outstanding > 0) {
      return mutated(Fault::kSlotZeroWaits) ? 0 : raw(slot);
    }
    // Nothing begins while it waits: it stays so until its unit comes.
    transfers_.set_aside(slot);
  }
  return IndexSet::kNone;
}

}  // namespace sgdma::core
