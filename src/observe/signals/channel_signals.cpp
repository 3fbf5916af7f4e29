#include "observe/signals/channel_signals.h"

#include "observe/signals/widths.h"
#include "observe/signals/words.h"

namespace sgdma::observe {

ChannelSignals::ChannelSignals(SignalBoard& board, Direction direction, ScopeId channel,
                               ScopeId payload, std::uint32_t address_bits)
    : board_(board),
      cause_(board.add(channel, "stall_cause", 4, &stall_cause_words())),
      fault_(board.add_scope(channel, "fault")),
      fault_valid_(board.add_bit(fault_, "valid")),
      fault_slot_(board.add(fault_, "slot", kSlotBits)),
      fault_segment_(board.add(fault_, "segment", kSegmentBits)),
      fault_address_(board.add(fault_, "address", address_bits)),
      fault_beat_(board.add(fault_, "beat", kBeatBits)),
      fault_response_(board.add(fault_, "response", 2, &bus_status_words())),
      fault_tag_(board, board.add_scope(fault_, "tag")),
      fault_bundle_(board.add_bundle(fault_valid_)),
      payload_level_(board.add(payload, "level", kLengthBits)),
      payload_valid_(board.add_bit(payload, "valid")),
      payload_offset_(board.add(payload, "offset", kLengthBits)),
      payload_bytes_(board.add(payload, "bytes", kBytesBits)),
      payload_tag_(board, board.add_scope(payload, "tag")),
      payload_bundle_(board.add_bundle(payload_valid_)) {
  board.set(payload_level_, 0);
  if (direction == Direction::kGather) {
    reordered_ = board.add(channel, "reordered_bytes", kLengthBits);
    board.set(*reordered_, 0);
  }
}

void ChannelSignals::on_fault(SlotIndex slot, const InFlightEntry& entry,
                              const FaultRecord& fault) const {
  board_.strobe(fault_bundle_);
  board_.set(fault_slot_, raw(slot));
  board_.set(fault_segment_, fault.segment);
  board_.set(fault_address_, fault.address);
  board_.set(fault_beat_, fault.beat);
  board_.set(fault_response_, static_cast<std::uint64_t>(fault.status));
  fault_tag_.set(board_, entry.tag);
}

void ChannelSignals::on_payload(const CompletionTag& tag, std::uint32_t offset,
                                std::uint32_t bytes) const {
  board_.strobe(payload_bundle_);
  board_.set(payload_offset_, offset);
  board_.set(payload_bytes_, bytes);
  payload_tag_.set(board_, tag);
}

}  // namespace sgdma::observe
