/// Which in-flight transfer issues the next burst on a channel.
#pragma once

#include <cstdint>

#include "core/index_heap.h"
#include "core/index_set.h"
#include "types/engine_config.h"
#include "types/ids.h"

namespace sgdma::core {

/// Slots among which a scheduler may choose.
class ScheduledSlots {
 public:
  ScheduledSlots(BurstScheduling kind, std::uint32_t slots);

  /// Putting a slot in twice is the same as once. `grant_number` orders by age.
  void insert(SlotIndex slot, std::uint64_t grant_number) {
    if (!contains(slot)) {
      put_in(slot, grant_number);
    }
  }
  /// Erasing what is not there changes nothing.
  void erase(SlotIndex slot) {
    if (contains(slot)) {
      take_out(slot);
    }
  }
  bool contains(SlotIndex slot) const { return slots_.contains(raw(slot)); }
  bool empty() const { return slots_.empty(); }

  /// The oldest grant, where the kind goes by age; else the first from `pointer` on, round the
  /// ring. Requires the set not to be empty.
  SlotIndex first(std::uint32_t pointer) const {
    return SlotIndex{goes_by_age_ ? by_age_.least() : slots_.first_round(pointer)};
  }

 private:
  void put_in(SlotIndex slot, std::uint64_t grant_number);
  void take_out(SlotIndex slot);

  bool goes_by_age_;
  IndexSet slots_;
  IndexHeap<std::uint64_t> by_age_;  ///< oldest first only
};

/// Holds the slots that could begin a burst now. Round robin: the pointer stands behind the slot
/// served last, slot 0 first. Oldest first: the oldest grant. Run to completion: the slot served
/// last goes on as long as it can, then the next round the ring.
class BurstScheduler {
 public:
  BurstScheduler(BurstScheduling kind, std::uint32_t slots) : kind_(kind), ready_(kind, slots) {}

  void insert(SlotIndex slot, std::uint64_t grant_number) { ready_.insert(slot, grant_number); }
  void erase(SlotIndex slot) { ready_.erase(slot); }
  bool contains(SlotIndex slot) const { return ready_.contains(slot); }
  bool empty() const { return ready_.empty(); }

  /// Slot to serve. Requires the set not to be empty.
  SlotIndex pick() const { return pick_of(ready_); }
  /// The one that would be served if these could begin a burst. Requires them not to be empty.
  SlotIndex pick_of(const ScheduledSlots& slots) const { return slots.first(pointer_); }
  /// The slot that `pick` returned begins a burst.
  void serve(SlotIndex slot);

 private:
  BurstScheduling kind_;
  ScheduledSlots ready_;
  std::uint32_t pointer_ = 0;
};

}  // namespace sgdma::core
