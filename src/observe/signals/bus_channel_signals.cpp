#include "observe/signals/bus_channel_signals.h"

#include "observe/signals/widths.h"

namespace sgdma::observe {

BusChannelSignals::BusChannelSignals(SignalBoard& board, ScopeId bus, std::string_view name)
    : board_(board),
      scope_(board.add_scope(bus, name)),
      valid_(board.add_bit(scope_, "valid")),
      slot_(board.add(scope_, "slot", kSlotBits)),
      burst_(board.add(scope_, "burst", kBusTagBits)),
      address_(board.add(scope_, "address", kAddressBits)),
      bytes_(board.add(scope_, "bytes", kBytesBits)),
      tag_(board, board.add_scope(scope_, "tag")) {}

void BusChannelSignals::drive(const Values& values, const CompletionTag& tag) const {
  board_.set(valid_, 1);
  board_.set(slot_, raw(values.slot));
  board_.set(burst_, raw(values.burst));
  board_.set(address_, values.address);
  board_.set(bytes_, values.bytes);
  tag_.set(board_, tag);
}

void BusChannelSignals::release() const {
  board_.set(valid_, 0);
  for (const SignalId signal : {slot_, burst_, address_, bytes_}) {
    board_.release(signal);
  }
  tag_.release(board_);
}

void BusChannelSignals::strobe(const Values& values, const CompletionTag& tag) const {
  board_.strobe_bit(valid_);
  board_.strobe(slot_, raw(values.slot));
  board_.strobe(burst_, raw(values.burst));
  board_.strobe(address_, values.address);
  board_.strobe(bytes_, values.bytes);
  tag_.strobe(board_, tag);
}

}  // namespace sgdma::observe
