#include "core/arbitration/deficit_round_robin.h"

#include <algorithm>

namespace sgdma::core {

DeficitRoundRobin::DeficitRoundRobin(const QueuePairConfigs& queue_pairs, std::uint32_t quantum)
    : queue_pairs_(queue_pairs),
      quantum_(quantum),
      deficits_(queue_pairs.size()),
      charges_(queue_pairs.size()),
      heads_{Heads(queue_pairs.size()), Heads(queue_pairs.size())} {}

std::int64_t DeficitRoundRobin::visits_of(std::uint32_t qp) const {
  const std::int64_t deficit = deficits_[qp];
  const std::int64_t quantum = quantum_of(qp);
  return deficit > 0 ? 0 : (quantum - deficit) / quantum;
}

void DeficitRoundRobin::add_head(std::uint32_t qp, const Head& head) {
  charges_[qp] = std::max<std::uint32_t>(head.bytes, 1);
  const std::int64_t visits = visits_of(qp);
  if (visits == 0) {
    // A visit that was broken off goes on, in this round if the ring has not passed.
    heads_[kind_of(head)].insert(qp, std::int64_t{qp} >= position_ ? round_ : round_ + 1);
    return;
  }
  const std::uint64_t first_visit = std::int64_t{qp} > position_ ? round_ : round_ + 1;
  heads_[kind_of(head)].insert(qp, first_visit + static_cast<std::uint64_t>(visits) - 1);
}

void DeficitRoundRobin::remove_head(std::uint32_t qp) {
  heads_[kWithBytes].erase(qp);
  heads_[kEmpty].erase(qp);
}

void DeficitRoundRobin::grant_head(std::uint32_t qp) {
  const std::uint64_t visit = heads_[has_empty_head(qp) ? kEmpty : kWithBytes].key(qp);
  // A filter can make a head win out of turn; the ring never turns back for it.
  if (visit > round_ || (visit == round_ && std::int64_t{qp} >= position_)) {
    round_ = visit;
    position_ = qp;
  }
  remove_head(qp);
  deficits_[qp] += visits_of(qp) * quantum_of(qp) - std::int64_t{charges_[qp]};
}

}  // namespace sgdma::core
