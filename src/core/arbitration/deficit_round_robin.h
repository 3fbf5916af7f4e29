/// Deficit round robin over bytes.
#pragma once

#include <array>
#include <cstdint>

#include "core/arbitration/arbitration_policy.h"
#include "core/index_heap.h"
#include "core/zeroed_array.h"

namespace sgdma::core {

/// Queue pairs are visited round a ring. A visit adds quantum x weight to the deficit, unless it is
/// positive still, and grants while it is positive; a grant is charged afterwards, so the deficit
/// may go below zero and the queue pair then sits out as many rounds as it takes. Those rounds are
/// not walked: the round of the next visit that can grant is computed when a head is shown, and the
/// least (round, queue pair) is next. A queue pair that shows no head keeps its deficit, good or
/// bad. A head of zero length is charged one byte, so that a queue pair with nothing else uses its
/// deficit up too.
class DeficitRoundRobin final : public ArbitrationPolicy {
 public:
  /// `quantum` in bytes, 1 to 2^31.
  DeficitRoundRobin(const QueuePairConfigs& queue_pairs, std::uint32_t quantum);

 private:
  using Heads = IndexHeap<std::uint64_t>;  ///< key: round of the visit; ties go as on the ring

  std::int64_t quantum_of(std::uint32_t qp) const { return quantum_ * queue_pairs_[qp].weight; }
  /// Visits that a head waits for.
  std::int64_t visits_of(std::uint32_t qp) const;

  bool has_empty_head(std::uint32_t qp) const override { return heads_[kEmpty].contains(qp); }
  void add_head(std::uint32_t qp, const Head& head) override;
  void remove_head(std::uint32_t qp) override;
  std::uint32_t pick_any() const override {
    return Heads::least_of(heads_[kWithBytes], heads_[kEmpty], kNone);
  }
  std::uint32_t pick_of(HeadKind kind) const override {
    return heads_[kind].empty() ? kNone : heads_[kind].least();
  }
  void grant_head(std::uint32_t qp) override;

  QueuePairConfigs queue_pairs_;
  std::int64_t quantum_;                ///< bytes a visit, for a weight of 1
  ZeroedArray<std::int64_t> deficits_;  ///< bytes, by queue pair
  ZeroedArray<std::uint32_t> charges_;  ///< bytes of the head that is shown: 1 for no length
  std::array<Heads, kHeadKinds> heads_;
  std::uint64_t round_ = 0;     ///< of the last grant
  std::int64_t position_ = -1;  ///< queue pair of the last grant in that round
};

}  // namespace sgdma::core
