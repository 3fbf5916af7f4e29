/// Deficit round robin over bytes.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/arbitration/arbitration_policy.h"
#include "core/index_heap.h"

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
  DeficitRoundRobin(const std::vector<QueuePairConfig>& queue_pairs, std::uint32_t quantum);

 private:
  struct Account {
    std::int64_t deficit = 0;  ///< bytes
    std::int64_t quantum = 0;  ///< bytes a visit
    std::int64_t visits = 0;   ///< visits that the head in the heap waits for
    std::uint32_t charge = 1;  ///< bytes of the grant: 1 for a head of zero length
  };

  void add_head(std::uint32_t qp, const Head& head) override;
  void remove_head(std::uint32_t qp) override { heads_.erase(qp); }
  std::uint32_t pick_any() const override { return heads_.empty() ? kNone : heads_.least(); }
  std::uint32_t pick_if(bool empty) const override;
  void grant_head(std::uint32_t qp) override;

  std::vector<Account> accounts_;
  IndexHeap<std::uint64_t> heads_;  ///< key: round of the visit; ties by queue pair, as on the ring
  std::uint64_t round_ = 0;         ///< of the last grant
  std::int64_t position_ = -1;      ///< queue pair of the last grant in that round
};

}  // namespace sgdma::core
