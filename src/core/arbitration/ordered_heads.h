/// Policies that grant the head with the least key: strict priority and oldest first.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "core/arbitration/arbitration_policy.h"
#include "core/index_heap.h"

namespace sgdma::core {

/// Common part: heaps of heads. Ties are broken by age, then by queue pair number.
class OrderedHeads : public ArbitrationPolicy {
 public:
  explicit OrderedHeads(std::uint32_t queue_pairs)
      : heads_{Heads(queue_pairs), Heads(queue_pairs)} {}

 protected:
  /// Lower ranks go first.
  using Rank = std::uint32_t;

 private:
  using Heads = IndexHeap<std::pair<Rank, Cycle>>;

  virtual Rank rank(std::uint32_t qp) const = 0;

  bool has_empty_head(std::uint32_t qp) const final { return heads_[kEmpty].contains(qp); }
  void add_head(std::uint32_t qp, const Head& head) final {
    heads_[kind_of(head)].insert(qp, {rank(qp), head.age});
  }
  void remove_head(std::uint32_t qp) final {
    heads_[kWithBytes].erase(qp);
    heads_[kEmpty].erase(qp);
  }
  std::uint32_t pick_any() const final {
    return Heads::least_of(heads_[kWithBytes], heads_[kEmpty], kNone);
  }
  std::uint32_t pick_of(HeadKind kind) const final {
    return heads_[kind].empty() ? kNone : heads_[kind].least();
  }
  void grant_head(std::uint32_t qp) final { remove_head(qp); }

  std::array<Heads, kHeadKinds> heads_;
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
  explicit StrictPriority(const QueuePairConfigs& queue_pairs)
      : OrderedHeads(queue_pairs.size()), queue_pairs_(queue_pairs) {}

 private:
  Rank rank(std::uint32_t qp) const override { return ~queue_pairs_[qp].priority; }

  QueuePairConfigs queue_pairs_;
};

}  // namespace sgdma::core
