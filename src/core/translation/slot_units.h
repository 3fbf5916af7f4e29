/// What the transfers in slots have derived.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/index_set.h"
#include "core/transfers.h"
#include "core/translation/translation_units.h"
#include "core/translation/unit_lookups.h"
#include "types/engine_config.h"

namespace sgdma::core {

/// A transfer in a slot has a unit in hand, or waits for its next one. Bursts begin inside the unit
/// in hand; the first of them makes it that, and asks for the one behind it (but for single beats,
/// which are asked for when they are wanted). A unit in hand is a copy: it stays good when its
/// region is taken away, and the next one does not come.
///
/// Timing: a burst begins at n, the unit behind is looked up from n on. A beat is looked up from
/// the edge after the one before it began. A unit at hand at e can begin at e. A transfer whose
/// next unit is lost has failed at the first edge at which it has none in hand; a unit that ends at
/// n leaves it to n + 1.
///
/// Without effect where addresses are captured.
class SlotUnits {
 public:
  /// `config`, `transfers` and `keys` outlive this.
  SlotUnits(const EngineConfig& config, Transfers& transfers, KeyPort& keys);

  bool derives() const { return config_.translation != Translation::kCaptured; }
  /// A transfer was granted, whose first unit is at hand.
  void begin(SlotIndex slot);
  /// Whether the next burst has an address.
  bool at_hand(SlotIndex slot) const { return !derives() || !waiting_.contains(raw(slot)); }
  /// A burst of the slot began, and its issue pointer has moved.
  void begin_burst(Cycle now, SlotIndex slot, std::uint32_t bytes) {
    if (derives()) {
      use(now, slot, bytes);
    }
  }
  /// No burst of the slot begins any more.
  void drop(SlotIndex slot);
  /// Calls `came(slot)` for each slot that waited and can begin a burst at edge `now`. `came`
  /// begins and drops nothing.
  template <class Came>
  void step(Cycle now, Came came) {
    lookups_.step(now, [&](std::uint32_t slot, bool good) {
      units_[slot].at_hand = good;
      units_[slot].failed = !good;
      settle_wait(SlotIndex{slot}, came);
    });
    for (const SlotIndex slot : wanted_) {
      keys_.rest();
      look_up(now, slot, now);
      settle_wait(slot, came);
    }
    wanted_.clear();
  }
  Cycle next_edge(Cycle now) const { return wanted_.empty() ? lookups_.next_edge(now) : now + 1; }

  /// The region is gone from the key cache: no unit of it comes any more.
  void invalidate(RegionHandle region);
  /// Takes the transfers that have lost their next unit, lowest slot first: calls
  /// `lost(slot, status)`.
  template <class Lost>
  void take_lost(Lost lost) {
    while (!lost_.empty()) {
      const SlotIndex slot{lost_.take_first()};
      keys_.rest();
      lost(slot, units_[raw(slot)].status);
    }
  }

  /// Whether there are any.
  bool lost() const { return !lost_.empty(); }

  /// Bytes of the transfer up to the end of what is in hand.
  std::uint32_t in_hand_to(SlotIndex slot) const;
  /// The slots of the direction that wait for a unit, by the age of their grants.
  const Transfers::SlotsByAge& waiting(Direction direction) const {
    return waiting_of_[index_of(direction)];
  }
  /// The oldest grant of the direction that runs on: it has not stopped, and waits for a unit at
  /// most while something of it is outstanding. `IndexSet::kNone` where there is none. Looks at
  /// each that waits once in all, and at one more.
  std::uint32_t oldest_running(Direction direction) const;

 private:
  struct Unit {
    std::uint32_t left = 0;   ///< bytes of the unit in hand for which no burst has begun
    UnitPlace place;          ///< of the next unit
    std::uint32_t bytes = 0;  ///< of it; 0: there is none
    bool at_hand = false;     ///< it is
    bool failed = false;      ///< it will not come
    CompletionStatus status = CompletionStatus::kGeneralErr;  ///< then
  };

  const TransferRequest& request(SlotIndex slot) const { return transfers_.state(slot).request(); }
  RegionHandle next_region(SlotIndex slot) const {
    return request(slot).segments[units_[raw(slot)].place.segment].region;
  }
  void use(Cycle now, SlotIndex slot, std::uint32_t bytes);
  /// The next unit is now the one in hand.
  void take_next(SlotIndex slot);
  void look_up(Cycle now, SlotIndex slot, Cycle by);
  void wait(SlotIndex slot);
  void end_wait(SlotIndex slot);
  void lose(SlotIndex slot);
  template <class Came>
  void settle_wait(SlotIndex slot, Came came) {
    if (!waiting_.contains(raw(slot))) {
      return;
    }
    if (units_[raw(slot)].failed) {
      lose(slot);
    } else if (units_[raw(slot)].at_hand) {
      end_wait(slot);
      came(slot);
    }
  }

  const EngineConfig& config_;
  Transfers& transfers_;
  KeyPort& keys_;
  UnitLookups lookups_;
  std::vector<Unit> units_;  ///< by slot
  IndexSet waiting_;         ///< slots without a unit
  IndexSet lost_;
  std::array<Transfers::SlotsByAge, kDirections> waiting_of_;  ///< the same
  std::vector<SlotIndex> wanted_;  ///< beats to be looked up at the next edge
};

}  // namespace sgdma::core
