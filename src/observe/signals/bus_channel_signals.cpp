#include "observe/signals/bus_channel_signals.h"

#include "observe/signals/widths.h"

namespace sgdma::observe {

namespace {

/// Returns the first of them.
SignalId add_own(SignalBoard& board, ScopeId scope,
                 std::initializer_list<BusChannelSignals::Own> own) {
  const SignalId first{static_cast<std::uint32_t>(board.table().size())};
  for (const BusChannelSignals::Own& signal : own) {
    board.add(scope, signal.name, signal.width, signal.words);
  }
  return first;
}

}  // namespace

BusChannelSignals::BusChannelSignals(SignalBoard& board, ScopeId bus, std::string_view name,
                                     std::uint32_t address_bits, std::initializer_list<Own> own)
    : board_(board),
      scope_(board.add_scope(bus, name)),
      valid_(board.add_bit(scope_, "valid")),
      slot_(board.add(scope_, "slot", kSlotBits)),
      burst_(board.add(scope_, "burst", kBusTagBits)),
      address_(board.add(scope_, "address", address_bits)),
      bytes_(board.add(scope_, "bytes", kBytesBits)),
      tag_(board, board.add_scope(scope_, "tag")),
      first_own_(add_own(board, scope_, own)),
      bundle_(board.add_bundle(valid_)) {}

void BusChannelSignals::set(const Values& values, const CompletionTag& tag) const {
  board_.set(slot_, raw(values.slot));
  board_.set(burst_, raw(values.burst));
  board_.set(address_, values.address);
  board_.set(bytes_, values.bytes);
  tag_.set(board_, tag);
}

void BusChannelSignals::drive(const Values& values, const CompletionTag& tag) const {
  board_.validate(bundle_);
  set(values, tag);
}

void BusChannelSignals::strobe(const Values& values, const CompletionTag& tag) const {
  board_.strobe(bundle_);
  set(values, tag);
}

}  // namespace sgdma::observe
