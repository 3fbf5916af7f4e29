/// Round robin over queue pairs, one grant a turn.
#pragma once

#include "core/arbitration/arbitration_policy.h"
#include "core/arbitration/ring_pick.h"

namespace sgdma::core {

/// The pointer stands behind the queue pair granted last; queue pair 0 is the first.
class RoundRobin final : public ArbitrationPolicy {
 public:
  explicit RoundRobin(std::uint32_t queue_pairs)
      : ArbitrationPolicy(queue_pairs), ready_(queue_pairs) {}

 private:
  void add_head(std::uint32_t qp, const Head&) override { ready_.insert(qp); }
  void remove_head(std::uint32_t qp) override { ready_.erase(qp); }
  std::uint32_t pick_any() const override { return ready_.first_round(pointer_); }
  std::uint32_t pick_if(bool empty) const override {
    return ring_pick(ready_, pointer_, [&](std::uint32_t qp) { return admits(qp, empty); });
  }
  void grant_head(std::uint32_t qp) override {
    ready_.erase(qp);
    pointer_ = qp + 1 == ready_.capacity() ? 0 : qp + 1;
  }

  IndexSet ready_;
  std::uint32_t pointer_ = 0;
};

}  // namespace sgdma::core
