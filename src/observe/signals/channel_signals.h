/// One direction's channel as signals: why its cycle went as it did, faults, and its payload end.
#pragma once

#include <cstdint>
#include <optional>

#include "core/stall_account.h"
#include "observe/signals/tag_signals.h"
#include "types/completion.h"
#include "types/direction.h"
#include "types/in_flight_entry.h"

namespace sgdma::observe {

/// `stall_cause` is what the account charges the cycle to. A fault shows at the edge at which it
/// was recorded. The payload end shows what leaves it (gather) or is taken out of it (scatter) at
/// the edge, and the fill that the edge leaves.
class ChannelSignals {
 public:
  /// `channel` and `payload` are the scopes of the channel and of its payload end.
  ChannelSignals(SignalBoard& board, Direction direction, ScopeId channel, ScopeId payload,
                 std::uint32_t address_bits);

  void on_fault(SlotIndex slot, const InFlightEntry& entry, const FaultRecord& fault) const;
  void on_payload(const CompletionTag& tag, std::uint32_t offset, std::uint32_t bytes) const;
  void set_cause(core::StallCause cause) const {
    board_.set(cause_, static_cast<std::uint64_t>(cause));
  }
  void set_payload_level(std::uint64_t bytes) const { board_.set(payload_level_, bytes); }
  /// Bytes that wait in the reorder buffer; of gathers only.
  void set_reordered(std::uint32_t bytes) const { board_.set(*reordered_, bytes); }

 private:
  SignalBoard& board_;
  SignalId cause_;
  std::optional<SignalId> reordered_;
  ScopeId fault_;
  SignalId fault_valid_;
  SignalId fault_slot_;
  SignalId fault_segment_;
  SignalId fault_address_;
  SignalId fault_beat_;
  SignalId fault_response_;
  TagSignals fault_tag_;
  BundleId fault_bundle_;
  SignalId payload_level_;
  SignalId payload_valid_;
  SignalId payload_offset_;
  SignalId payload_bytes_;
  TagSignals payload_tag_;
  BundleId payload_bundle_;
};

}  // namespace sgdma::observe
