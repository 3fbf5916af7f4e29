#include "core/slot_arbiter.h"

namespace sgdma::core {

namespace {
constexpr std::size_t kGatherIndex = index_of(Direction::kGather);
constexpr std::size_t kScatterIndex = index_of(Direction::kScatter);
constexpr std::uint32_t kNone = ArbitrationPolicy::kNone;
}  // namespace

PolicySlotArbiter::PolicySlotArbiter(const EngineConfig& config,
                                     const QueuePairConfigs& queue_pairs)
    : reserve_{config.reserve_gather, config.reserve_scatter} {
  for (auto& policy : policies_) {
    policy = make_arbitration_policy(config, queue_pairs);
  }
}

void PolicySlotArbiter::show(Direction direction, QpIndex qp, const Head& head) {
  policies_[index_of(direction)]->add(qp, head);
}

void PolicySlotArbiter::withdraw(Direction direction, QpIndex qp) {
  policies_[index_of(direction)]->remove(qp);
}

std::uint32_t PolicySlotArbiter::unmet_reserve(std::size_t direction,
                                               const GrantConditions& conditions) const {
  const std::uint32_t busy = conditions.busy_slots[direction];
  return busy >= reserve_[direction] ? 0 : reserve_[direction] - busy;
}

std::uint32_t PolicySlotArbiter::pick(std::size_t direction, const GrantConditions& conditions,
                                      GrantDecision& decision) const {
  const ArbitrationPolicy& policy = *policies_[direction];
  if (policy.size() == 0) {
    return kNone;
  }
  if (conditions.completion_entries == 0 || conditions.ends_waiting[direction]) {
    decision.held_back[direction] = true;
    decision.waits[direction] = QpIndex{policy.pick(HeadFilter::kAny)};
    return kNone;
  }
  const bool slot_allowed =
      conditions.free_slots > unmet_reserve(kDirections - 1 - direction, conditions);
  const bool empty_allowed = !conditions.completion_port_used[direction];
  std::uint32_t winner = kNone;
  if (slot_allowed) {
    winner = policy.pick(empty_allowed ? HeadFilter::kAny : HeadFilter::kOnlyWithBytes);
  } else if (empty_allowed) {
    winner = policy.pick(HeadFilter::kOnlyEmpty);
  }
  if (winner == kNone && !slot_allowed) {
    (conditions.free_slots == 0 ? decision.no_slot : decision.held_back)[direction] = true;
    const std::uint32_t waits = policy.pick(HeadFilter::kOnlyWithBytes);
    decision.waits[direction] = QpIndex{waits != kNone ? waits : policy.pick(HeadFilter::kAny)};
  }
  return winner;
}

GrantDecision PolicySlotArbiter::preview(const GrantConditions& conditions) const {
  GrantDecision decision;
  std::array<std::uint32_t, kDirections> winner = {pick(kGatherIndex, conditions, decision),
                                                   pick(kScatterIndex, conditions, decision)};
  if (winner[kGatherIndex] != kNone && winner[kScatterIndex] != kNone) {
    const bool both_need_slots =
        !policies_[kGatherIndex]->is_empty_head(QpIndex{winner[kGatherIndex]}) &&
        !policies_[kScatterIndex]->is_empty_head(QpIndex{winner[kScatterIndex]});
    const bool single_slot = both_need_slots && conditions.free_slots == 1;
    if (single_slot || conditions.completion_entries == 1) {
      const std::size_t loser = kDirections - 1 - single_slot_goes_to_;
      decision.waits[loser] = QpIndex{winner[loser]};
      winner[loser] = kNone;
      (single_slot ? decision.no_slot : decision.held_back)[loser] = true;
      decision.contended = true;
    }
  }
  for (std::size_t direction = 0; direction < kDirections; ++direction) {
    if (winner[direction] != kNone) {
      decision.winner[direction] = QpIndex{winner[direction]};
    }
  }
  return decision;
}

GrantDecision PolicySlotArbiter::decide(const GrantConditions& conditions) {
  const GrantDecision decision = preview(conditions);
  for (std::size_t direction = 0; direction < kDirections; ++direction) {
    if (decision.winner[direction]) {
      policies_[direction]->grant(*decision.winner[direction]);
    }
  }
  if (decision.contended) {
    single_slot_goes_to_ = kDirections - 1 - single_slot_goes_to_;
  }
  return decision;
}

}  // namespace sgdma::core
