/// Where the cycles of each direction's data channel went.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "types/cycle.h"

namespace sgdma::core {

/// In the order in which they are looked at: the first that holds is charged.
enum class StallCause : std::uint8_t {
  kMoved,                ///< a beat moved
  kBusBackPressure,      ///< a request or a write beat is driven and not accepted
  kPayloadBackPressure,  ///< a read beat is there and the payload end has no room
  kPayloadStarved,       ///< a scatter could write, and its payload is not there
  kOutstandingLimit,     ///< a burst could begin, and tags, bytes or bursts per slot are used up
  kWaitingForMemory,     ///< a request, a beat or a response is on its way
  kTearingDown,          ///< only failing transfers are left, and their bursts drain
  kKeyMiss,              ///< a lookup of the key cache is under way, in a slot or of a head
  kSlotLimit,  ///< a head waits for slots per QP, a reserve or the completion port's depth
  kNoSlot,     ///< a head waits for a free slot
  kNoWork,     ///< no transfer is in a slot and no head waits for one
};

inline constexpr std::size_t kStallCauses = 11;

inline constexpr std::array<std::string_view, kStallCauses> kStallCauseNames = {
    "moved",
    "bus_back_pressure",
    "payload_back_pressure",
    "payload_starved",
    "outstanding_limit",
    "waiting_for_memory",
    "tearing_down",
    "key_miss",
    "slot_limit",
    "no_slot",
    "no_work"};

constexpr std::string_view name_of(StallCause cause) {
  return kStallCauseNames[static_cast<std::size_t>(cause)];
}

/// The signals of one direction at an edge at which no beat moved, each set by the stage that owns
/// it.
struct StallSignals {
  bool bus_back_pressure = false;
  bool payload_back_pressure = false;
  bool payload_starved = false;
  bool outstanding_limit = false;
  bool waiting_for_memory = false;
  bool tearing_down = false;
  bool key_miss = false;
  bool slot_limit = false;
  bool no_slot = false;
  bool no_work = false;

  /// The first signal that is set. A model error where none is: no cycle goes to "the rest".
  StallCause first() const;
};

/// Cycles by cause, for one direction.
class StallAccount {
 public:
  void charge(StallCause cause, Cycle cycles) {
    cycles_[static_cast<std::size_t>(cause)] += cycles;
  }
  Cycle cycles(StallCause cause) const { return cycles_[static_cast<std::size_t>(cause)]; }
  /// Sum over all causes: the cycles run.
  Cycle total() const;

 private:
  std::array<Cycle, kStallCauses> cycles_{};
};

}  // namespace sgdma::core
