#include "core/burst_scheduler.h"

namespace sgdma::core {

BurstScheduler::BurstScheduler(BurstScheduling kind, std::uint32_t slots)
    : kind_(kind), ready_(slots), by_age_(kind == BurstScheduling::kOldestFirst ? slots : 0) {}

void BurstScheduler::insert(SlotIndex slot, std::uint64_t grant_number) {
  if (kind_ == BurstScheduling::kOldestFirst && !contains(slot)) {
    by_age_.insert(raw(slot), grant_number);
  }
  ready_.insert(raw(slot));
}

void BurstScheduler::erase(SlotIndex slot) {
  if (kind_ == BurstScheduling::kOldestFirst) {
    by_age_.erase(raw(slot));
  }
  ready_.erase(raw(slot));
}

SlotIndex BurstScheduler::pick() const {
  return SlotIndex{kind_ == BurstScheduling::kOldestFirst ? by_age_.least()
                                                          : ready_.first_round(pointer_)};
}

void BurstScheduler::serve(SlotIndex slot) {
  pointer_ = kind_ == BurstScheduling::kRunToCompletion ? raw(slot) : raw(slot) + 1;
}

}  // namespace sgdma::core
