/// Resets, errors and faults of queue pairs in the middle of transfers: where each one that runs
/// has to stop, and that nothing is left when a request is answered.
#pragma once

#include <cstdint>
#include <vector>

#include "oracle/limits.h"
#include "oracle/slot_table.h"
#include "oracle/violation_log.h"
#include "types/control.h"
#include "types/teardown.h"

namespace sgdma::oracle {

/// Derives from the request alone which transfers stop, and where; what the engine says of its
/// teardowns must agree.
class ControlChecker {
 public:
  ControlChecker(const Limits& limits, SlotTable& slots, ViolationLog& log)
      : limits_(limits), slots_(slots), log_(log) {}

  /// Not of a deregistration or a registration.
  void on_control(const ControlEvent& event);
  void on_teardown(SlotIndex slot, const CompletionTag& tag, const TeardownEvent& event);
  /// The first fault of a transfer is recorded.
  void on_fault(RunningTransfer& transfer);

  /// Whether a reset of the engine is not answered.
  bool engine_resets() const { return engine_resets_; }

 private:
  void asked(const ControlEvent& event);
  void answered(const ControlEvent& event);
  static bool concerns(const ControlEvent& event, const RunningTransfer& transfer) {
    return event.kind == ControlKind::kEngineReset || transfer.tag.qp == event.qp;
  }

  const Limits& limits_;
  SlotTable& slots_;
  ViolationLog& log_;
  bool engine_resets_ = false;
};

}  // namespace sgdma::oracle
