/// Takes regions away from the transfers that use them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/gather_channel.h"
#include "core/scatter_channel.h"
#include "core/teardown.h"
#include "core/transfers.h"
#include "core/translation/key_port.h"
#include "core/translation/region_gate.h"
#include "core/translation/slot_units.h"
#include "core/work_queues.h"
#include "types/engine_config.h"

namespace sgdma::core {

/// From the request on, queued transfers of the region are refused: each fails in its turn, without
/// a slot. Those in slots:
///
/// | policy | their addresses | answered when |
/// |---|---|---|
/// | immediate | a unit in hand stays good, the next one does not come | at once |
/// | wait | come up to the answer | none of them is in a slot |
/// | fence | as immediate | every unit that was in hand at the request, of whatever region, is done
/// | | force_error | come up to the answer, and they are torn down | none of them is in a slot |
///
/// But for the first policy, the answer waits for the region's bursts in quarantine too: what has
/// not been answered may still touch memory.
///
/// A transfer whose next unit does not come is torn down, and no burst of it begins any more. Where
/// addresses are captured, all of a transfer is one unit.
class Deregistrations {
 public:
  struct Parts {
    const Transfers& transfers;
    WorkQueues& queues;
    const GatherChannel& gather;
    const ScatterChannel& scatter;
    Teardown& teardown;
    KeyPort& keys;
    RegionGate& gate;
    SlotUnits& units;
  };

  Deregistrations(const EngineConfig& config, const Parts& parts)
      : policy_(config.deregistration), parts_(parts) {}

  /// Stage "control". Requires that the key is not being deregistered.
  void begin(Cycle now, RegionKey key, RegionHandle region);
  /// Whether it can be answered. True of a key that is not being deregistered.
  bool done(RegionKey key) const;
  /// It is answered.
  void end(Cycle now, RegionKey key);
  /// Stage "faults": tears down the transfers that have lost their next unit.
  void settle_lost(Cycle now);

 private:
  /// What was in hand at the request.
  struct InHand {
    std::uint64_t grant_number = 0;
    std::uint32_t to = 0;  ///< bytes of the transfer; 0: nothing
  };
  struct Open {
    RegionKey key{};
    RegionHandle region{};
    std::vector<InHand> in_hand;  ///< by slot; under a fence
    /// Slots that have to be done with it. It loses those that are, from its end on: none comes
    /// back, and each is looked at once in all.
    mutable std::vector<SlotIndex> awaited;
  };

  std::vector<Open>::const_iterator find(RegionKey key) const;
  bool touches(SlotIndex slot, RegionHandle region) const;
  void invalidate(Cycle now, RegionHandle region);
  void fence(Open& open) const;
  bool passed(const Open& open) const;
  bool in_use(const Open& open) const;
  /// Takes the slots out of `open.awaited` that are done. True where none is left.
  template <class Done>
  static bool all_done(const Open& open, Done done) {
    while (!open.awaited.empty() && done(open.awaited.back())) {
      open.awaited.pop_back();
    }
    return open.awaited.empty();
  }
  bool in_quarantine(RegionHandle region) const {
    return parts_.gather.quarantine().touches(region) ||
           parts_.scatter.quarantine().touches(region);
  }
  void tear_down(Cycle now, RegionHandle region);

  const Deregistration policy_;
  Parts parts_;
  std::vector<Open> open_;
};

}  // namespace sgdma::core
