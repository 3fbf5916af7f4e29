/// Round robin over queue pairs, one grant a turn.
#pragma once

#include <array>

#include "core/arbitration/arbitration_policy.h"
#include "core/arbitration/ring_pick.h"

namespace sgdma::core {

/// The pointer stands behind the queue pair granted last; queue pair 0 is the first.
class RoundRobin final : public ArbitrationPolicy {
 public:
  explicit RoundRobin(std::uint32_t queue_pairs)
      : ready_{IndexSet(queue_pairs), IndexSet(queue_pairs)} {}

 private:
  bool has_empty_head(std::uint32_t qp) const override { return ready_[kEmpty].contains(qp); }
  void add_head(std::uint32_t qp, const Head& head) override { ready_[kind_of(head)].insert(qp); }
  void remove_head(std::uint32_t qp) override {
    ready_[kWithBytes].erase(qp);
    ready_[kEmpty].erase(qp);
  }
  std::uint32_t pick_any() const override {
    return ring_pick(ready_[kWithBytes], ready_[kEmpty], pointer_);
  }
  std::uint32_t pick_of(HeadKind kind) const override { return ready_[kind].first_round(pointer_); }
  void grant_head(std::uint32_t qp) override {
    remove_head(qp);
    pointer_ = qp + 1 == ready_[kEmpty].capacity() ? 0 : qp + 1;
  }

  std::array<IndexSet, kHeadKinds> ready_;
  std::uint32_t pointer_ = 0;
};

}  // namespace sgdma::core
