/// Round robin in rounds: each queue pair is granted as often a round as its weight says.
#pragma once

#include <array>

#include "core/arbitration/arbitration_policy.h"
#include "core/index_set.h"
#include "core/zeroed_array.h"

namespace sgdma::core {

/// Grants go round the ring one at a time among the queue pairs with turns left, so a heavy queue
/// pair does not hold the ring for its whole share. When none that shows a head has turns left, a
/// new round begins and all have as many turns as their weights. Turns do not outlive their round.
class WeightedRoundRobin final : public ArbitrationPolicy {
 public:
  explicit WeightedRoundRobin(const QueuePairConfigs& queue_pairs);

 private:
  static constexpr unsigned kTurnBits = 21;  ///< a weight has as many
  static constexpr std::uint64_t kTurnMask = (std::uint64_t{1} << kTurnBits) - 1;
  static constexpr std::uint64_t kRoundMask = ~std::uint64_t{0} >> kTurnBits;
  using HeadSets = std::array<IndexSet, kHeadKinds>;

  /// Turns that the queue pair has used in this round.
  std::uint64_t used(std::uint32_t qp) const {
    return turns_[qp] >> kTurnBits == round_ ? turns_[qp] & kTurnMask : 0;
  }
  bool has_empty_head(std::uint32_t qp) const override {
    return with_turns_[kEmpty].contains(qp) || without_turns_[kEmpty].contains(qp);
  }
  void add_head(std::uint32_t qp, const Head& head) override;
  void remove_head(std::uint32_t qp) override;
  std::uint32_t pick_any() const override;
  std::uint32_t pick_of(HeadKind kind) const override;
  void grant_head(std::uint32_t qp) override;
  void begin_round();

  QueuePairConfigs queue_pairs_;
  /// By queue pair: the round in which it was granted last, and the turns that it has used there.
  /// Rounds are counted from 1 on, modulo 2^43: one is taken for another only by a queue pair that
  /// has stayed away for exactly so many.
  ZeroedArray<std::uint64_t> turns_;
  HeadSets with_turns_;
  HeadSets without_turns_;
  std::uint64_t round_ = 1;
  std::uint32_t pointer_ = 0;
};

}  // namespace sgdma::core
