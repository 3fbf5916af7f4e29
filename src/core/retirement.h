/// The end of a transfer: the entry goes, the completion is presented, the queue pair moves on.
#pragma once

#include <array>

#include "core/completion_port.h"
#include "core/index_set.h"
#include "core/transfers.h"
#include "core/watch.h"
#include "core/work_queues.h"

namespace sgdma::core {

/// Called by a channel at the edge at which the last byte is safe, or the last burst of a transfer
/// that stops early has drained. At that edge the entry is gone and the completion is presented;
/// the slot serves again at the next.
///
/// Invariant: one transfer of a direction ends at an edge. Those that a teardown leaves with
/// nothing outstanding wait for their turn, the lowest slot first; meanwhile no transfer of the
/// direction is granted, so that the wait is bounded.
class Retirement {
 public:
  Retirement(Transfers& transfers, WorkQueues& queues, CompletionPort& port, const Watch& watch)
      : transfers_(transfers),
        queues_(queues),
        port_(port),
        watch_(watch),
        waiting_{IndexSet(transfers.slots()), IndexSet(transfers.slots())} {}

  /// Requires that no other transfer of the direction has ended at this edge.
  void retire(Cycle now, SlotIndex slot);
  /// As `retire`, at this edge or at the first one that is free.
  void end(Cycle now, SlotIndex slot);
  /// Ends what waits, after all that ends by itself at this edge.
  void step(Cycle now) {
    if (waits()) {
      end_waiting(now);
    }
  }
  /// A request of zero length, or one that is flushed, passes as if granted and done at one edge.
  void pass(Cycle now, QueuedRequest& queued, CompletionStatus status);

  bool waits() const { return !waiting_[0].empty() || !waiting_[1].empty(); }
  bool waits(SlotIndex slot) const {
    return waiting_[0].contains(raw(slot)) || waiting_[1].contains(raw(slot));
  }
  bool waits(Direction direction) const { return !waiting_[index_of(direction)].empty(); }
  std::uint64_t retired() const { return retired_; }

 private:
  bool ended(Direction direction, Cycle now) const { return last_end_[index_of(direction)] == now; }
  void end_waiting(Cycle now);

  Transfers& transfers_;
  WorkQueues& queues_;
  CompletionPort& port_;
  const Watch& watch_;
  std::array<IndexSet, kDirections> waiting_;  ///< slots
  std::array<Cycle, kDirections> last_end_{kNever, kNever};
  std::uint64_t retired_ = 0;
};

}  // namespace sgdma::core
