/// The transfers that run, by slot.
#pragma once

#include <memory>

#include "oracle/running_transfer.h"
#include "types/ids.h"

namespace sgdma::oracle {

class SlotTable {
 public:
  explicit SlotTable(std::uint32_t slots)
      : slots_(slots), transfers_(std::make_unique<RunningTransfer[]>(slots)) {}

  bool exists(SlotIndex slot) const { return raw(slot) < slots_; }
  /// Requires the slot to exist.
  RunningTransfer& at(SlotIndex slot) { return transfers_[raw(slot)]; }
  /// The transfer `tag` where it runs in `slot`, else nullptr.
  RunningTransfer* running(SlotIndex slot, const CompletionTag& tag) {
    if (!exists(slot)) {
      return nullptr;
    }
    RunningTransfer& transfer = at(slot);
    return transfer.busy && transfer.tag == tag ? &transfer : nullptr;
  }
  std::uint32_t busy() const {
    std::uint32_t count = 0;
    for (std::uint32_t slot = 0; slot < slots_; ++slot) {
      count += transfers_[slot].busy ? 1U : 0U;
    }
    return count;
  }
  std::uint32_t slots() const { return slots_; }

 private:
  std::uint32_t slots_;
  std::unique_ptr<RunningTransfer[]> transfers_;
};

}  // namespace sgdma::oracle
