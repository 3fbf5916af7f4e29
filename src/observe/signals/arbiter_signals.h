/// The slot arbiter as signals: what every queue pair asks for, and who is granted.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/edge_observer.h"
#include "observe/signals/signal_selection.h"
#include "observe/signals/tag_signals.h"
#include "types/in_flight_entry.h"

namespace sgdma::observe {

/// `request`, `eligible` and the like are what the arbiter sees at the next edge; a grant shows at
/// the edge of the grant. One of zero length has no slot.
class ArbiterSignals {
 public:
  /// More queue pairs than this are not shown unless they are named.
  static constexpr std::size_t kMostUnnamed = 1024;

  /// `queue_pairs`: their numbers by `QpIndex`.
  ArbiterSignals(SignalBoard& board, ScopeId arbiter, std::uint32_t slots,
                 const std::vector<QpNumber>& queue_pairs, const SignalSelection& selection);

  void on_queue(QpIndex qp, const core::QueueSignals& signals);
  void on_grant(SlotIndex slot, const InFlightEntry& entry);
  void on_edge(const core::EdgeSignals& signals, std::uint32_t free_slots, std::uint32_t eligible);
  std::vector<ScopeId> queue_pair_scopes() const;
  /// Whether queue pairs are left out because there are too many.
  bool too_many() const { return too_many_; }

 private:
  struct QueuePair {
    ScopeId scope{};
    SignalId request{};
    SignalId eligible{};
    SignalId slot_limited{};
    SignalId direction{};
    SignalId queued{};
    BundleId granted{};
  };
  struct Grant {
    SignalId valid{};
    SignalId qp{};
    SignalId slot{};
    SignalId bytes{};
    std::optional<TagSignals> tag;
    BundleId bundle{};
    bool takes_slot = false;  ///< at this edge
  };

  void add_queue_pair(ScopeId arbiter, QpNumber qp);

  SignalBoard& board_;
  std::vector<QpNumber> numbers_;
  bool too_many_;
  std::vector<QueuePair> queue_pairs_;  ///< that are shown
  std::vector<std::uint32_t> shown_;    ///< by `QpIndex`: position among them, or none
  std::array<Grant, kDirections> grants_;
  SignalId free_slots_{};
  SignalId eligible_{};
};

}  // namespace sgdma::observe
