/// Which queue pair is granted next, for one direction.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/index_set.h"
#include "types/cycle.h"
#include "types/engine_config.h"
#include "types/ids.h"

namespace sgdma::core {

/// The first request of a queue pair, as the arbiter sees it.
struct Head {
  Cycle age = 0;            ///< edge at which intake took it; the lower the older
  std::uint32_t bytes = 0;  ///< length of the transfer; 0 needs no slot
};

/// Which heads may win at an edge.
enum class HeadFilter : std::uint8_t { kAny, kOnlyEmpty, kOnlyWithBytes };

/// A queue pair stands in the policy while it shows an eligible head of the policy's direction; one
/// that is blocked is taken out and put back, and keeps its place and its deficit meanwhile.
///
/// Invariant: `pick` changes nothing that a later `pick` could show; only `grant` moves a pointer
/// or charges. The cost of a call does not grow with the number of queue pairs, except where heads
/// of zero length must be passed over.
class ArbitrationPolicy {
 public:
  static constexpr std::uint32_t kNone = IndexSet::kNone;

  explicit ArbitrationPolicy(std::uint32_t queue_pairs) : empty_heads_(queue_pairs) {}
  ArbitrationPolicy(const ArbitrationPolicy&) = delete;
  ArbitrationPolicy& operator=(const ArbitrationPolicy&) = delete;
  virtual ~ArbitrationPolicy() = default;

  /// The queue pair shows a head. Requires it not to stand in the policy.
  void add(QpIndex qp, const Head& head) {
    ++size_;
    if (head.bytes == 0) {
      empty_heads_.insert(raw(qp));
    }
    add_head(raw(qp), head);
  }

  /// The head is withdrawn without a grant. Requires the queue pair to stand in the policy.
  void remove(QpIndex qp) {
    --size_;
    empty_heads_.erase(raw(qp));
    remove_head(raw(qp));
  }

  /// Index of the queue pair that would be granted among those whose heads `filter` admits, or
  /// `kNone`.
  std::uint32_t pick(HeadFilter filter) const {
    switch (filter) {
      case HeadFilter::kAny: return pick_any();
      case HeadFilter::kOnlyEmpty: return empty_heads_.empty() ? kNone : pick_if(true);
      case HeadFilter::kOnlyWithBytes: return empty_heads_.empty() ? pick_any() : pick_if(false);
    }
    return kNone;
  }

  /// Grants the head that `pick` returned: it leaves the policy, and the policy moves on.
  void grant(QpIndex qp) {
    --size_;
    empty_heads_.erase(raw(qp));
    grant_head(raw(qp));
  }

  bool is_empty_head(QpIndex qp) const { return empty_heads_.contains(raw(qp)); }

  /// Number of queue pairs that show a head.
  std::uint32_t size() const { return size_; }

 protected:
  /// Whether the head of `qp` is of zero length exactly if `empty` is set.
  bool admits(std::uint32_t qp, bool empty) const { return empty_heads_.contains(qp) == empty; }

 private:
  virtual void add_head(std::uint32_t qp, const Head& head) = 0;
  virtual void remove_head(std::uint32_t qp) = 0;
  virtual std::uint32_t pick_any() const = 0;
  virtual std::uint32_t pick_if(bool empty) const = 0;
  virtual void grant_head(std::uint32_t qp) = 0;

  IndexSet empty_heads_;
  std::uint32_t size_ = 0;
};

/// The one place that knows all policies.
std::unique_ptr<ArbitrationPolicy> make_arbitration_policy(
    const EngineConfig& config, const std::vector<QueuePairConfig>& queue_pairs);

}  // namespace sgdma::core
