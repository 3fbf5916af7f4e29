/// Bursts that a target has not answered in time, and whose transfers have gone without them.
#pragma once

#include <cstdint>
#include <map>

#include "core/watch.h"
#include "types/burst.h"
#include "types/bus_status.h"
#include "types/completion_tag.h"
#include "types/cycle.h"
#include "types/direction.h"
#include "types/ids.h"

namespace sgdma::core {

/// What is left of a burst without its transfer: whose it was, and what is still to come.
struct QuarantinedBurst {
  SlotIndex slot{};  ///< in which its transfer ran; serves another one by now
  CompletionTag owner;
  RegionHandle region{};  ///< of its segment
  Burst burst;
  std::uint32_t heard = 0;      ///< beats taken from the bus, or by it
  std::uint32_t moved = 0;      ///< bytes of its transfer, when that ended
  std::uint32_t remaining = 0;  ///< likewise
  Cycle driven = 0;             ///< edge that drove its request; of reads
  Cycle since = 0;              ///< edge of the timeout
  BusStatus worst = BusStatus::kOkay;
};

/// Of one direction. A bus tag stays here from the edge of the timeout to the edge that brings the
/// last of its answer, whatever is reset meanwhile, and serves again at the next.
class Quarantine {
 public:
  Quarantine(Direction direction, const Watch& watch) : direction_(direction), watch_(watch) {}

  bool empty() const { return bursts_.empty(); }
  std::uint32_t size() const { return static_cast<std::uint32_t>(bursts_.size()); }
  bool contains(BusTag tag) const { return bursts_.count(tag) != 0; }
  /// nullptr where the tag is not in quarantine.
  QuarantinedBurst* find(BusTag tag);
  const QuarantinedBurst* find(BusTag tag) const;
  /// Whether one of them lies in part in the `bytes` bytes from `address` on.
  bool touches(std::uint64_t address, std::uint64_t bytes) const;
  /// Whether one of them is of this registration.
  bool touches(RegionHandle region) const;
  /// By tag.
  const std::map<BusTag, QuarantinedBurst>& bursts() const { return bursts_; }

  /// Requires the tag not to be in quarantine.
  void admit(BusTag tag, const QuarantinedBurst& burst);
  /// All of its answer is there. Requires the tag to be in quarantine.
  void release(Cycle now, BusTag tag);

 private:
  void report(Cycle now, BusTag tag, const QuarantinedBurst& burst, bool over) const;

  Direction direction_;
  const Watch& watch_;
  std::map<BusTag, QuarantinedBurst> bursts_;
};

}  // namespace sgdma::core
