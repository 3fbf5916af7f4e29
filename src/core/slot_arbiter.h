/// Which queue pairs get slots at an edge: one arbitration per direction over one set of slots.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/arbitration/arbitration_policy.h"
#include "core/stall_account.h"
#include "types/direction.h"
#include "types/engine_config.h"
#include "types/ids.h"

namespace sgdma::core {

/// What flows backward into a grant, as it stood at the start of the edge.
struct GrantConditions {
  std::uint32_t free_slots = 0;
  std::array<std::uint32_t, kDirections> busy_slots{};
  /// Entries left in the completion port.
  std::uint32_t completion_entries = 0;
  /// A transfer of the direction finishes at this edge, so a zero-length one may not.
  std::array<bool, kDirections> completion_port_used{};
  /// Transfers of the direction that are torn down wait for an edge at which they may end.
  std::array<bool, kDirections> ends_waiting{};
};

/// The winners of an edge. A gather takes the lowest free slot, a scatter the next.
struct GrantDecision {
  std::array<std::optional<QpIndex>, kDirections> winner;
  /// Heads were shown, and none was granted for want of a free slot.
  std::array<bool, kDirections> no_slot{};
  /// Heads were shown, and none was granted because the other direction's reserve, the completion
  /// port's depth or a teardown forbids it.
  std::array<bool, kDirections> held_back{};
  /// The head that waits where one of these says so: the first in the arbiter's order among those
  /// with bytes, where a slot is what is missing and there are such; else among all that are shown.
  std::array<QpIndex, kDirections> waits{kNobody, kNobody};
  /// Both directions wanted a single slot or completion entry, and the flip-flop decided.
  bool contended = false;
};

/// What the stages ask of the slot arbiter. There are two implementations: the one below, and a
/// stand-in that is backed by RTL.
///
/// Timing: a head that is shown by the end of edge n can win at n + 1. One grant per direction
/// and edge.
class SlotArbiter {
 public:
  SlotArbiter() = default;
  SlotArbiter(const SlotArbiter&) = delete;
  SlotArbiter& operator=(const SlotArbiter&) = delete;
  virtual ~SlotArbiter() = default;

  /// The queue pair shows a head of the direction. Requires that it shows none.
  virtual void show(Direction direction, QpIndex qp, const Head& head) = 0;
  /// The head is withdrawn. Requires that it is shown.
  virtual void withdraw(Direction direction, QpIndex qp) = 0;
  /// Decides an edge. The winners' heads are withdrawn; pointers move and charges are made for
  /// winners only.
  virtual GrantDecision decide(const GrantConditions& conditions) = 0;
  /// What `decide` would answer under these conditions. Changes nothing.
  virtual GrantDecision preview(const GrantConditions& conditions) const = 0;
};

/// The arbiter over two policies of the configured kind. Where both directions want a single free
/// slot (or a single completion entry), a flip-flop decides, gather first, and flips at each such
/// use.
class PolicySlotArbiter final : public SlotArbiter {
 public:
  PolicySlotArbiter(const EngineConfig& config, const QueuePairConfigs& queue_pairs);

  void show(Direction direction, QpIndex qp, const Head& head) override;
  void withdraw(Direction direction, QpIndex qp) override;
  GrantDecision decide(const GrantConditions& conditions) override;
  GrantDecision preview(const GrantConditions& conditions) const override;

 private:
  std::uint32_t unmet_reserve(std::size_t direction, const GrantConditions& conditions) const;
  /// Winner of one direction by itself, before the other direction is looked at.
  std::uint32_t pick(std::size_t direction, const GrantConditions& conditions,
                     GrantDecision& decision) const;

  std::array<std::unique_ptr<ArbitrationPolicy>, kDirections> policies_;
  std::array<std::uint32_t, kDirections> reserve_;
  std::size_t single_slot_goes_to_ = index_of(Direction::kGather);
};

}  // namespace sgdma::core
