#include "core/stall_account.h"

#include <numeric>

#include "core/ensure.h"

namespace sgdma::core {

StallCause StallSignals::first() const {
  if (bus_back_pressure) return StallCause::kBusBackPressure;
  if (payload_back_pressure) return StallCause::kPayloadBackPressure;
  if (payload_starved) return StallCause::kPayloadStarved;
  if (outstanding_limit) return StallCause::kOutstandingLimit;
  if (waiting_for_memory) return StallCause::kWaitingForMemory;
  if (tearing_down) return StallCause::kTearingDown;
  if (key_miss) return StallCause::kKeyMiss;
  if (slot_limit) return StallCause::kSlotLimit;
  if (no_slot) return StallCause::kNoSlot;
  if (no_work) return StallCause::kNoWork;
  model_error("a cycle has no cause in the stall account");
}

Cycle StallAccount::total() const {
  return std::accumulate(cycles_.begin(), cycles_.end(), Cycle{0});
}

}  // namespace sgdma::core
