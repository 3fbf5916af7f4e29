#include "core/arbitration/weighted_round_robin.h"

#include <utility>

namespace sgdma::core {

WeightedRoundRobin::WeightedRoundRobin(const std::vector<QueuePairConfig>& queue_pairs)
    : ArbitrationPolicy(static_cast<std::uint32_t>(queue_pairs.size())),
      turns_(queue_pairs.size()),
      with_turns_(static_cast<std::uint32_t>(queue_pairs.size())),
      without_turns_(static_cast<std::uint32_t>(queue_pairs.size())) {
  for (std::size_t qp = 0; qp < queue_pairs.size(); ++qp) {
    turns_[qp].weight = queue_pairs[qp].weight;
  }
}

void WeightedRoundRobin::add_head(std::uint32_t qp, const Head&) {
  const bool spent = turns_[qp].round == round_ && turns_[qp].left == 0;
  (spent ? without_turns_ : with_turns_).insert(qp);
}

void WeightedRoundRobin::remove_head(std::uint32_t qp) {
  with_turns_.erase(qp);
  without_turns_.erase(qp);
}

std::uint32_t WeightedRoundRobin::pick_any() const {
  return with_turns_.empty() ? without_turns_.first_round(pointer_)
                             : with_turns_.first_round(pointer_);
}

std::uint32_t WeightedRoundRobin::pick_if(bool empty) const {
  const auto fits = [&](std::uint32_t qp) { return admits(qp, empty); };
  const std::uint32_t found = ring_pick(with_turns_, pointer_, fits);
  return found != kNone ? found : ring_pick(without_turns_, pointer_, fits);
}

void WeightedRoundRobin::grant_head(std::uint32_t qp) {
  if (without_turns_.contains(qp)) {
    ++round_;
    // Those that still had turns begin the new round with the others.
    for (std::uint32_t other = with_turns_.first_from(0); other != kNone;
         other = with_turns_.first_from(other + 1)) {
      without_turns_.insert(other);
      with_turns_.erase(other);
    }
    std::swap(with_turns_, without_turns_);
  }
  with_turns_.erase(qp);
  Turns& turns = turns_[qp];
  if (turns.round != round_) {
    turns.round = round_;
    turns.left = turns.weight;
  }
  --turns.left;
  pointer_ = qp + 1 == with_turns_.capacity() ? 0 : qp + 1;
}

}  // namespace sgdma::core
