/// The transfers that run, by slot.
#pragma once

#include <vector>

#include "oracle/running_transfer.h"
#include "types/ids.h"

namespace sgdma::oracle {

class SlotTable {
 public:
  explicit SlotTable(std::uint32_t slots) : transfers_(slots) {}

  bool exists(SlotIndex slot) const { return raw(slot) < transfers_.size(); }
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
    for (const RunningTransfer& transfer : transfers_) {
      count += transfer.busy ? 1U : 0U;
    }
    return count;
  }
  std::uint32_t slots() const { return static_cast<std::uint32_t>(transfers_.size()); }

 private:
  std::vector<RunningTransfer> transfers_;
};

}  // namespace sgdma::oracle
