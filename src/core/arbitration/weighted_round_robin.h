/// Round robin in rounds: each queue pair is granted as often a round as its weight says.
#pragma once

#include <vector>

#include "core/arbitration/arbitration_policy.h"
#include "core/arbitration/ring_pick.h"

namespace sgdma::core {

/// Grants go round the ring one at a time among the queue pairs with turns left, so a heavy queue
/// pair does not hold the ring for its whole share. When none that shows a head has turns left, a
/// new round begins and all have as many turns as their weights. Turns do not outlive their round.
class WeightedRoundRobin final : public ArbitrationPolicy {
 public:
  explicit WeightedRoundRobin(const std::vector<QueuePairConfig>& queue_pairs);

 private:
  struct Turns {
    std::uint32_t weight = 1;
    std::uint32_t left = 0;
    std::uint64_t round = 0;  ///< `left` counts for this round only
  };

  void add_head(std::uint32_t qp, const Head&) override;
  void remove_head(std::uint32_t qp) override;
  std::uint32_t pick_any() const override;
  std::uint32_t pick_if(bool empty) const override;
  void grant_head(std::uint32_t qp) override;

  std::vector<Turns> turns_;
  IndexSet with_turns_;
  IndexSet without_turns_;
  std::uint64_t round_ = 1;
  std::uint32_t pointer_ = 0;
};

}  // namespace sgdma::core
