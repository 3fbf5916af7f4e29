/// Which queue pair is granted next, for one direction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

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
/// or charges. The cost of a call does not grow with the number of queue pairs, or as its logarithm
/// where the policy has a key for each head (weighted round robin: on average over a round). A
/// queue pair that never shows a head costs a few bits.
class ArbitrationPolicy {
 public:
  static constexpr std::uint32_t kNone = IndexSet::kNone;

  ArbitrationPolicy() = default;
  ArbitrationPolicy(const ArbitrationPolicy&) = delete;
  ArbitrationPolicy& operator=(const ArbitrationPolicy&) = delete;
  virtual ~ArbitrationPolicy() = default;

  /// The queue pair shows a head. Requires it not to stand in the policy.
  void add(QpIndex qp, const Head& head) {
    ++size_;
    empty_ += head.bytes == 0 ? 1U : 0U;
    add_head(raw(qp), head);
  }

  /// The head is withdrawn without a grant. Requires the queue pair to stand in the policy.
  void remove(QpIndex qp) {
    count_out(qp);
    remove_head(raw(qp));
  }

  /// Index of the queue pair that would be granted among those whose heads `filter` admits, or
  /// `kNone`.
  std::uint32_t pick(HeadFilter filter) const {
    switch (filter) {
      case HeadFilter::kAny: return pick_any();
      case HeadFilter::kOnlyEmpty: return empty_ == 0 ? kNone : pick_of(kEmpty);
      case HeadFilter::kOnlyWithBytes: return empty_ == 0 ? pick_any() : pick_of(kWithBytes);
    }
    return kNone;
  }

  /// Grants the head that `pick` returned: it leaves the policy, and the policy moves on.
  void grant(QpIndex qp) {
    count_out(qp);
    grant_head(raw(qp));
  }

  /// Whether the head is of zero length. Requires the queue pair to stand in the policy.
  bool is_empty_head(QpIndex qp) const { return empty_ > 0 && has_empty_head(raw(qp)); }

  /// Number of queue pairs that show a head.
  std::uint32_t size() const { return size_; }

 protected:
  /// Heads are kept apart by kind, so that none has to be passed over in a search.
  enum HeadKind : std::size_t { kWithBytes, kEmpty };
  static constexpr std::size_t kHeadKinds = 2;
  static HeadKind kind_of(const Head& head) { return head.bytes == 0 ? kEmpty : kWithBytes; }

 private:
  virtual bool has_empty_head(std::uint32_t qp) const = 0;
  virtual void add_head(std::uint32_t qp, const Head& head) = 0;
  virtual void remove_head(std::uint32_t qp) = 0;
  virtual std::uint32_t pick_any() const = 0;
  virtual std::uint32_t pick_of(HeadKind kind) const = 0;
  virtual void grant_head(std::uint32_t qp) = 0;

  void count_out(QpIndex qp) {
    --size_;
    empty_ -= is_empty_head(qp) ? 1U : 0U;
  }

  std::uint32_t size_ = 0;
  std::uint32_t empty_ = 0;  ///< of them those with a head of zero length
};

/// The one place that knows all policies.
std::unique_ptr<ArbitrationPolicy> make_arbitration_policy(const EngineConfig& config,
                                                           const QueuePairConfigs& queue_pairs);

}  // namespace sgdma::core
