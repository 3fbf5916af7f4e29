/// Which in-flight transfer issues the next burst on a channel.
#pragma once

#include <cstdint>

#include "core/index_heap.h"
#include "core/index_set.h"
#include "types/engine_config.h"
#include "types/ids.h"

namespace sgdma::core {

/// Holds the slots that could begin a burst now. Round robin: the pointer stands behind the slot
/// served last, slot 0 first. Oldest first: the oldest grant. Run to completion: the slot served
/// last goes on as long as it can, then the next round the ring.
class BurstScheduler {
 public:
  BurstScheduler(BurstScheduling kind, std::uint32_t slots);

  /// Putting a slot in twice is the same as once. `grant_number` orders by age.
  void insert(SlotIndex slot, std::uint64_t grant_number);
  void erase(SlotIndex slot);
  bool contains(SlotIndex slot) const { return ready_.contains(raw(slot)); }
  bool empty() const { return ready_.empty(); }

  /// Slot to serve. Requires the set not to be empty.
  SlotIndex pick() const;
  /// The slot that `pick` returned begins a burst.
  void serve(SlotIndex slot);

 private:
  BurstScheduling kind_;
  IndexSet ready_;
  IndexHeap<std::uint64_t> by_age_;  ///< oldest first only
  std::uint32_t pointer_ = 0;
};

}  // namespace sgdma::core
