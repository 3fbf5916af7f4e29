#include "observe/signals/slot_signals.h"

#include <string>

#include "observe/signals/widths.h"

namespace sgdma::observe {

SlotSignals::SlotSignals(SignalBoard& board, ScopeId table, const core::Transfers& transfers,
                         std::uint32_t slots, const SignalSelection& selection)
    : board_(board),
      transfers_(transfers),
      selection_(selection),
      slots_(slots),
      in_use_(board.add(table, "slots_in_use", kSlotBits + 1)) {
  board_.set(in_use_, 0);
  for (std::uint32_t at = 0; at < slots; ++at) {
    if (!selection.shows(SlotIndex{at})) {
      continue;
    }
    Slot& slot = slots_[at];
    slot.scope = board.add_scope(table, "slot_" + std::to_string(at));
    slot.state = board.add(slot.scope, "state", 3, &slot_state_words());
    slot.qp = board.add(slot.scope, "owning_qp", kQueuePairBits);
    slot.direction = board.add(slot.scope, "direction", kDirectionBits, &direction_words());
    slot.address = board.add(slot.scope, "current_address", selection.address_bits);
    slot.remaining = board.add(slot.scope, "remaining_length", kLengthBits);
    slot.cursor = board.add(slot.scope, "sg_cursor", kSegmentBits);
    slot.tag.emplace(board, board.add_scope(slot.scope, "tag"));
    board.set(slot.state, static_cast<std::uint64_t>(SlotState::kFree));
  }
}

void SlotSignals::touch(SlotIndex slot) {
  bool& touched = slots_[raw(slot)].touched;
  if (!touched) {
    touched = true;
    touched_.push_back(slot);
  }
}

void SlotSignals::sample() {
  for (const SlotIndex at : touched_) {
    Slot& slot = slots_[raw(at)];
    slot.touched = false;
    if (slot.tag) {
      show(at, slot);
    }
  }
  touched_.clear();
  if (transfers_.busy() != busy_) {
    busy_ = transfers_.busy();
    board_.set(in_use_, busy_);
  }
}

void SlotSignals::show(SlotIndex at, Slot& slot) {
  if (!transfers_.occupied(at)) {
    clear(slot, SlotState::kFree);
    return;
  }
  const InFlightEntry& entry = transfers_.entry(at);
  slot.used = true;
  if (!selection_.shows(entry.qp)) {
    clear(slot, SlotState::kOther);
    return;
  }
  if (!slot.busy || transfers_.moved(at) == 0) {
    begin(slot, entry);
  }
  board_.set(slot.state, static_cast<std::uint64_t>(state_of(at)));
  board_.set(slot.address, entry.address);
  board_.set(slot.remaining, entry.remaining);
  board_.set(slot.cursor, entry.cursor);
}

void SlotSignals::begin(Slot& slot, const InFlightEntry& entry) {
  slot.busy = true;
  board_.set(slot.qp, raw(entry.qp));
  board_.set(slot.direction, index_of(entry.direction));
  slot.tag->set(board_, entry.tag);
}

void SlotSignals::clear(Slot& slot, SlotState state) {
  board_.set(slot.state, static_cast<std::uint64_t>(state));
  if (!slot.busy) {
    return;
  }
  slot.busy = false;
  for (const SignalId signal :
       {slot.qp, slot.direction, slot.address, slot.remaining, slot.cursor}) {
    board_.release(signal);
  }
  slot.tag->release(board_);
}

SlotState SlotSignals::state_of(SlotIndex slot) const {
  const core::TransferState& state = transfers_.state(slot);
  if (state.stopped) return SlotState::kFailing;
  if (transfers_.entry(slot).remaining == 0) return SlotState::kAnswering;
  if (transfers_.moved(slot) > 0) return SlotState::kMoving;
  return state.issued() > 0 ? SlotState::kRequested : SlotState::kGranted;
}

std::vector<SlotIndex> SlotSignals::used() const {
  std::vector<SlotIndex> used;
  for (std::uint32_t at = 0; at < slots_.size(); ++at) {
    if (slots_[at].used) {
      used.push_back(SlotIndex{at});
    }
  }
  return used;
}

std::optional<ScopeId> SlotSignals::scope(SlotIndex slot) const {
  const Slot& shown = slots_[raw(slot)];
  return shown.tag ? std::optional<ScopeId>(shown.scope) : std::nullopt;
}

}  // namespace sgdma::observe
