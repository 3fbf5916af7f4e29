#include "oracle/control_checker.h"

#include <fmt/format.h>

#include "oracle/stop_rule.h"

namespace sgdma::oracle {

void ControlChecker::on_control(const ControlEvent& event) {
  if (event.answered) {
    answered(event);
  } else {
    asked(event);
  }
}

void ControlChecker::asked(const ControlEvent& event) {
  const bool resets = event.kind != ControlKind::kQueuePairError;
  engine_resets_ = engine_resets_ || event.kind == ControlKind::kEngineReset;
  TeardownPolicy policy = limits_.teardown.qp_error;
  if (resets) {
    policy = event.kind == ControlKind::kEngineReset ? limits_.teardown.engine_reset
                                                     : limits_.teardown.qp_reset;
  }
  for (std::uint32_t slot = 0; slot < slots_.slots(); ++slot) {
    RunningTransfer& transfer = slots_.at(SlotIndex{slot});
    if (transfer.busy && concerns(event, transfer)) {
      transfer.torn = true;
      transfer.silent = transfer.silent || resets;
      stop_transfer(transfer, policy, log_.now());
    }
  }
}

void ControlChecker::on_fault(RunningTransfer& transfer) {
  // What a gather would move behind its fault is void.
  const bool gather = transfer.direction == Direction::kGather;
  stop_transfer(transfer, gather ? TeardownPolicy::kFinishBeat : limits_.teardown.bus_fault,
                log_.now());
}

void ControlChecker::on_teardown(SlotIndex slot, const CompletionTag& tag,
                                 const TeardownEvent& event) {
  RunningTransfer* transfer = slots_.running(slot, tag);
  const Place place = place_of(slot, tag);
  if (!log_.holds(transfer != nullptr)) {
    log_.report("teardown_stray", place, "a transfer is torn down that does not run in this slot");
    return;
  }
  if (event.cause == TeardownCause::kDrainTimeout) {
    const bool drains =
        (transfer->torn || transfer->expelled) && limits_.teardown.drain_timeout != 0;
    if (!log_.holds(drains)) {
      log_.report("teardown_unfounded", place, "a drain runs out of time that has none");
    }
    stop_transfer(*transfer, TeardownPolicy::kFinishBeat, log_.now());
    return;
  }
  if (!log_.holds(transfer->stop && event.policy == limits_.teardown.policy(event.cause))) {
    log_.report(
        "teardown_unfounded", place,
        fmt::format("torn down by {} with {}", name_of(event.cause), name_of(event.policy)));
  }
}

void ControlChecker::answered(const ControlEvent& event) {
  engine_resets_ = engine_resets_ && event.kind != ControlKind::kEngineReset;
  for (std::uint32_t slot = 0; slot < slots_.slots(); ++slot) {
    const RunningTransfer& transfer = slots_.at(SlotIndex{slot});
    if (!log_.holds(!transfer.busy || !concerns(event, transfer))) {
      log_.report("answer_early", place_of(SlotIndex{slot}, transfer.tag),
                  fmt::format("{} is answered while the transfer runs", name_of(event.kind)));
    }
  }
}

}  // namespace sgdma::oracle
