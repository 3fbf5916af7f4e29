#include "core/arbitration/weighted_round_robin.h"

#include <utility>

#include "core/arbitration/ring_pick.h"

namespace sgdma::core {
namespace {

/// Moves the members of the smaller set into the larger one, and swaps them where need be, so that
/// all are in `into`: a member is moved once for every time that its set doubles.
void unite(IndexSet& into, IndexSet& from) {
  if (into.size() < from.size()) {
    std::swap(into, from);
  }
  while (!from.empty()) {
    into.insert(from.take_first());
  }
}

}  // namespace

WeightedRoundRobin::WeightedRoundRobin(const QueuePairConfigs& queue_pairs)
    : queue_pairs_(queue_pairs),
      turns_(queue_pairs.size()),
      with_turns_{IndexSet(queue_pairs.size()), IndexSet(queue_pairs.size())},
      without_turns_{IndexSet(queue_pairs.size()), IndexSet(queue_pairs.size())} {}

void WeightedRoundRobin::add_head(std::uint32_t qp, const Head& head) {
  const bool used_up = used(qp) == queue_pairs_[qp].weight;
  (used_up ? without_turns_ : with_turns_)[kind_of(head)].insert(qp);
}

void WeightedRoundRobin::remove_head(std::uint32_t qp) {
  for (const HeadKind kind : {kWithBytes, kEmpty}) {
    with_turns_[kind].erase(qp);
    without_turns_[kind].erase(qp);
  }
}

std::uint32_t WeightedRoundRobin::pick_any() const {
  const std::uint32_t found = ring_pick(with_turns_[kWithBytes], with_turns_[kEmpty], pointer_);
  return found != kNone ? found
                        : ring_pick(without_turns_[kWithBytes], without_turns_[kEmpty], pointer_);
}

std::uint32_t WeightedRoundRobin::pick_of(HeadKind kind) const {
  const std::uint32_t found = with_turns_[kind].first_round(pointer_);
  return found != kNone ? found : without_turns_[kind].first_round(pointer_);
}

/// All have turns again, those that still had some as well: a filter can begin a round early.
void WeightedRoundRobin::begin_round() {
  round_ = (round_ + 1) & kRoundMask;
  for (const HeadKind kind : {kWithBytes, kEmpty}) {
    unite(with_turns_[kind], without_turns_[kind]);
  }
}

void WeightedRoundRobin::grant_head(std::uint32_t qp) {
  if (without_turns_[kWithBytes].contains(qp) || without_turns_[kEmpty].contains(qp)) {
    begin_round();
  }
  remove_head(qp);
  turns_[qp] = (round_ << kTurnBits) | (used(qp) + 1);
  pointer_ = qp + 1 == with_turns_[kEmpty].capacity() ? 0 : qp + 1;
}

}  // namespace sgdma::core
