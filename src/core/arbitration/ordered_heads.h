/// Policies that grant the head with the least key: strict priority and oldest first.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/arbitration/arbitration_policy.h"
#include "core/index_heap.h"

namespace sgdma::core {

/// Common part: a heap of heads. Ties are broken by age, then by queue pair number.
class OrderedHeads : public ArbitrationPolicy {
 public:
  explicit OrderedHeads(std::uint32_t queue_pairs)
      : ArbitrationPolicy(queue_pairs), heads_(queue_pairs) {}

 protected:
  /// Lower ranks go first.
  using Rank = std::uint32_t;

 private:
  virtual Rank rank(std::uint32_t qp) const = 0;

  void add_head(std::uint32_t qp, const Head& head) final {
    heads_.insert(qp, {rank(qp), head.age});
  }
  void remove_head(std::uint32_t qp) final { heads_.erase(qp); }
  std::uint32_t pick_any() const final { return heads_.empty() ? kNone : heads_.least(); }
  std::uint32_t pick_if(bool empty) const final {
    return heads_.least_if([&](std::uint32_t qp) { return admits(qp, empty); }, kNone);
  }
  void grant_head(std::uint32_t qp) final { heads_.erase(qp); }

  IndexHeap<std::pair<Rank, Cycle>> heads_;
};

/// The head that intake took first.
class OldestFirst final : public OrderedHeads {
 public:
  using OrderedHeads::OrderedHeads;

 private:
  Rank rank(std::uint32_t) const override { return 0; }
};

/// The queue pair of the highest priority; among equals the oldest head.
class StrictPriority final : public OrderedHeads {
 public:
  explicit StrictPriority(const std::vector<QueuePairConfig>& queue_pairs)
      : OrderedHeads(static_cast<std::uint32_t>(queue_pairs.size())) {
    ranks_.reserve(queue_pairs.size());
    for (const QueuePairConfig& qp : queue_pairs) {
      ranks_.push_back(~qp.priority);
    }
  }

 private:
  Rank rank(std::uint32_t qp) const override { return ranks_[qp]; }

  std::vector<Rank> ranks_;
};

}  // namespace sgdma::core
