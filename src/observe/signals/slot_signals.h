/// The in-flight table as signals: six fields a slot, and what is derived from them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/transfers.h"
#include "observe/signals/signal_selection.h"
#include "observe/signals/tag_signals.h"
#include "observe/signals/words.h"

namespace sgdma::observe {

/// The fields of a free slot are not driven. Of transfers of queue pairs that are left out only the
/// state shows, as `other`.
class SlotSignals {
 public:
  SlotSignals(SignalBoard& board, ScopeId table, const core::Transfers& transfers,
              std::uint32_t slots, const SignalSelection& selection);

  /// Something happened to the slot at this edge.
  void touch(SlotIndex slot);
  /// End of an edge: the slots that were touched show what they are now.
  void sample();
  /// Slots that have been busy and are shown, in order.
  std::vector<SlotIndex> used() const;
  std::optional<ScopeId> scope(SlotIndex slot) const;

 private:
  struct Slot {
    bool touched = false;
    bool used = false;
    bool busy = false;  ///< as it is shown
    ScopeId scope{};
    SignalId state{};
    SignalId qp{};
    SignalId direction{};
    SignalId address{};
    SignalId remaining{};
    SignalId cursor{};
    std::optional<TagSignals> tag;  ///< none: the slot is left out
  };

  void show(SlotIndex at, Slot& slot);
  void begin(Slot& slot, const InFlightEntry& entry);
  void clear(Slot& slot, SlotState state);
  SlotState state_of(SlotIndex slot) const;

  SignalBoard& board_;
  const core::Transfers& transfers_;
  SignalSelection selection_;
  std::vector<Slot> slots_;
  std::vector<SlotIndex> touched_;
  SignalId in_use_;
  std::uint32_t busy_ = 0;
};

}  // namespace sgdma::observe
