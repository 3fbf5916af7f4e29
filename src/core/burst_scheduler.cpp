#include "core/burst_scheduler.h"

namespace sgdma::core {

ScheduledSlots::ScheduledSlots(BurstScheduling kind, std::uint32_t slots)
    : goes_by_age_(kind == BurstScheduling::kOldestFirst),
      slots_(slots),
      by_age_(goes_by_age_ ? slots : 0) {}

void ScheduledSlots::put_in(SlotIndex slot, std::uint64_t grant_number) {
  if (goes_by_age_) {
    by_age_.insert(raw(slot), grant_number);
  }
  slots_.insert(raw(slot));
}

void ScheduledSlots::take_out(SlotIndex slot) {
  if (goes_by_age_) {
    by_age_.erase(raw(slot));
  }
  slots_.erase(raw(slot));
}

void BurstScheduler::serve(SlotIndex slot) {
  pointer_ = kind_ == BurstScheduling::kRunToCompletion ? raw(slot) : raw(slot) + 1;
}

}  // namespace sgdma::core
