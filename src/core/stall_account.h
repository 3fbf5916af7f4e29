/// Where the cycles of each direction's data channel went.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "types/cycle.h"
#include "types/ids.h"

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

/// In the place of a queue pair: none.
inline constexpr QpIndex kNobody{0xFFFFFFFFU};

/// What a cycle is charged to: the first cause that holds, and the queue pair that this cause is
/// about, found from the same signal. Nobody owns a cycle without work, nor one at which the
/// request for a line of a page list is held up.
struct Charge {
  StallCause cause = StallCause::kNoWork;
  QpIndex owner = kNobody;

  friend bool operator==(const Charge& a, const Charge& b) {
    return a.cause == b.cause && a.owner == b.owner;
  }
  friend bool operator!=(const Charge& a, const Charge& b) { return !(a == b); }
};

/// The charge that the stages found. A model error where there is none: no cycle goes to "the
/// rest".
Charge found(const std::optional<Charge>& charge);

/// Cycles by cause.
class StallAccount {
 public:
  void charge(StallCause cause, Cycle cycles) {
    cycles_[static_cast<std::size_t>(cause)] += cycles;
  }
  Cycle cycles(StallCause cause) const { return cycles_[static_cast<std::size_t>(cause)]; }
  /// Sum over all causes.
  Cycle total() const;
  /// By cause, in their order.
  const std::array<Cycle, kStallCauses>& by_cause() const { return cycles_; }

 private:
  std::array<Cycle, kStallCauses> cycles_{};
};

}  // namespace sgdma::core
