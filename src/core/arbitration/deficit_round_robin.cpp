#include "core/arbitration/deficit_round_robin.h"

#include <algorithm>

namespace sgdma::core {

DeficitRoundRobin::DeficitRoundRobin(const std::vector<QueuePairConfig>& queue_pairs,
                                     std::uint32_t quantum)
    : ArbitrationPolicy(static_cast<std::uint32_t>(queue_pairs.size())),
      accounts_(queue_pairs.size()),
      heads_(static_cast<std::uint32_t>(queue_pairs.size())) {
  for (std::size_t qp = 0; qp < queue_pairs.size(); ++qp) {
    accounts_[qp].quantum = std::int64_t{quantum} * queue_pairs[qp].weight;
  }
}

void DeficitRoundRobin::add_head(std::uint32_t qp, const Head& head) {
  Account& account = accounts_[qp];
  account.charge = std::max<std::uint32_t>(head.bytes, 1);
  if (account.deficit > 0) {
    // A visit that was broken off goes on, in this round if the ring has not passed.
    account.visits = 0;
    heads_.insert(qp, std::int64_t{qp} >= position_ ? round_ : round_ + 1);
    return;
  }
  account.visits = (account.quantum - account.deficit) / account.quantum;
  const std::uint64_t first_visit = std::int64_t{qp} > position_ ? round_ : round_ + 1;
  heads_.insert(qp, first_visit + static_cast<std::uint64_t>(account.visits) - 1);
}

std::uint32_t DeficitRoundRobin::pick_if(bool empty) const {
  return heads_.least_if([&](std::uint32_t qp) { return admits(qp, empty); }, kNone);
}

void DeficitRoundRobin::grant_head(std::uint32_t qp) {
  Account& account = accounts_[qp];
  // A filter can make a head win out of turn; the ring never turns back for it.
  if (heads_.key(qp) > round_ || (heads_.key(qp) == round_ && std::int64_t{qp} >= position_)) {
    round_ = heads_.key(qp);
    position_ = qp;
  }
  heads_.erase(qp);
  account.deficit += account.visits * account.quantum - std::int64_t{account.charge};
}

}  // namespace sgdma::core
