/// Ends transfers before their last byte.
#pragma once

#include <vector>

#include "core/gather_channel.h"
#include "core/retirement.h"
#include "core/scatter_channel.h"
#include "core/transfers.h"
#include "core/watch.h"
#include "types/teardown.h"

namespace sgdma::core {

/// What a transfer that is torn down ends with.
struct TornEnd {
  TeardownCause cause{};
  /// Where bytes are left; one that has moved all of its bytes ends with success.
  CompletionStatus status = CompletionStatus::kWrFlushErr;
  bool silent = false;  ///< no completion at all
  /// It has no address to go on with: what has begun goes on at most.
  bool lost = false;
};

/// Each cause has its policy, and a transfer may be torn down again, to stop earlier. An accepted
/// burst is completed on the bus; the slot is given back when nothing of the transfer is
/// outstanding.
///
/// Timing: torn down at n, no new burst begins from n on but what the policy allows; with nothing
/// outstanding it ends at n, or, since one transfer of a direction ends at an edge, at the first
/// edge that is free. A drain whose payload has stood still for `drain_timeout` edges stops at the
/// next beat: counted since a byte of it came or moved, and without the edges at which the bus or
/// another transfer held the channel.
class Teardown {
 public:
  Teardown(const EngineConfig& config, Transfers& transfers, GatherChannel& gather,
           ScatterChannel& scatter, Retirement& retirement, const Watch& watch)
      : config_(config.teardown),
        transfers_(transfers),
        gather_(gather),
        scatter_(scatter),
        retirement_(retirement),
        watch_(watch) {}

  /// Requires the slot to be occupied.
  void begin(Cycle now, SlotIndex slot, const TornEnd& end);
  /// Looks after drains.
  void step(Cycle now) {
    if (!drains_.empty()) {
      watch_drains(now);
    }
  }
  bool drains() const { return !drains_.empty(); }
  /// First edge after `now` at which a drain is looked after, or `kNever`.
  Cycle next_edge(Cycle now) const { return drains_.empty() ? kNever : now + 1; }

 private:
  struct Drain {
    SlotIndex slot{};
    std::uint64_t grant_number = 0;
    std::uint64_t progress = 0;  ///< bytes of its payload that have come or moved
    Cycle still = 0;             ///< edges since at which its payload stood still
  };

  void apply(Cycle now, SlotIndex slot, TeardownCause cause, TeardownPolicy policy);
  bool draining(const Drain& drain) const;
  bool stands_still(Cycle now, SlotIndex slot) const;
  std::uint64_t progress(SlotIndex slot) const;
  void watch_drains(Cycle now);

  const TeardownConfig& config_;
  Transfers& transfers_;
  GatherChannel& gather_;
  ScatterChannel& scatter_;
  Retirement& retirement_;
  const Watch& watch_;
  std::vector<Drain> drains_;
};

}  // namespace sgdma::core
