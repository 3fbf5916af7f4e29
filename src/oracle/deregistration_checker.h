/// Regions that are taken away from transfers: what may still touch them, and when a deregistration
/// may be answered.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "oracle/limits.h"
#include "oracle/region_lives.h"
#include "oracle/silence_checker.h"
#include "oracle/slot_table.h"
#include "oracle/target_map.h"
#include "oracle/violation_log.h"
#include "platform/memory/memory_monitor.h"
#include "types/control.h"
#include "types/teardown.h"

namespace sgdma::oracle {

/// Follows registrations by the requests alone. At a deregistration it derives for each transfer in
/// a slot what its policy and the translation leave it:
///
///  - wait: all of it. Its failure would be wrong.
///  - force_error: what `teardown.deregister` leaves.
///  - fence and immediate: the unit of which a burst has begun, up to the next byte of the region;
///  all
///    of it where addresses are captured.
///
/// Answered: with wait and force_error when no transfer in a slot touches the region; with fence
/// when what was in hand of any transfer is done; with none of them while a burst of the region is
/// in quarantine; immediate at the edge of the request. From then on memory serves no beat of the
/// region; with immediate such bytes are counted instead.
class DeregistrationChecker {
 public:
  DeregistrationChecker(const Limits& limits, TargetMap& targets, RegionLives& lives,
                        SlotTable& slots, const SilenceChecker& silence, ViolationLog& log)
      : limits_(limits),
        targets_(targets),
        lives_(lives),
        slots_(slots),
        silence_(silence),
        log_(log) {}

  /// Of a deregistration or a registration.
  void on_control(const ControlEvent& event);
  void on_registered(RegionHandle handle, std::uint32_t listed);
  /// A transfer is torn down because of a deregistration.
  void on_teardown(SlotIndex slot, const CompletionTag& tag, const TeardownEvent& event);
  /// Whether what memory serves is of no account, since no deregistration has been answered.
  bool idle() const { return !any_gone_; }
  /// Memory is about to serve a beat, as the transfer in its slot stands.
  void on_served(const platform::ServedBeat& beat);

  /// Bytes that memory served of regions after the answer, where the policy is immediate.
  std::uint64_t exposed_bytes() const { return exposed_; }

 private:
  /// What was in hand of a transfer at the request.
  struct InHand {
    SlotIndex slot{};
    CompletionTag tag;
    std::uint32_t to = 0;  ///< bytes of the transfer
  };
  struct Open {
    RegionKey key{};
    std::optional<RegionHandle> region;  ///< none: the key named nothing
    Cycle asked = 0;
    std::vector<InHand> in_hand;  ///< under a fence
  };

  bool derives() const { return limits_.translation != Translation::kCaptured; }
  bool touches(const RunningTransfer& transfer, RegionHandle region) const;
  void asked(const ControlEvent& event);
  void answered(const ControlEvent& event);
  void take_away(RegionHandle region, RunningTransfer& transfer);
  std::uint32_t in_hand_to(const RunningTransfer& transfer) const;
  void lose_next_unit(RegionHandle region, RunningTransfer& transfer);
  bool done(const InHand& in_hand);
  void check_fence(const Open& open);
  void check_unused(RegionHandle region);
  void check_quarantine(RegionHandle region);

  const Limits& limits_;
  TargetMap& targets_;
  RegionLives& lives_;
  SlotTable& slots_;
  const SilenceChecker& silence_;
  ViolationLog& log_;
  std::vector<Open> open_;
  std::optional<RegionKey> entered_;  ///< of the registration that was asked for last
  bool any_gone_ = false;
  std::uint64_t exposed_ = 0;
};

}  // namespace sgdma::oracle
