/// The end of a transfer: the entry goes, the completion is presented, the queue pair moves on.
#pragma once

#include "core/completion_port.h"
#include "core/transfers.h"
#include "core/watch.h"
#include "core/work_queues.h"

namespace sgdma::core {

/// Called by a channel at the edge at which the last byte is safe, or the last burst of a failing
/// transfer has drained. At that edge the entry is gone and the completion is presented; the slot
/// serves again at the next.
class Retirement {
 public:
  Retirement(Transfers& transfers, WorkQueues& queues, CompletionPort& port, const Watch& watch)
      : transfers_(transfers), queues_(queues), port_(port), watch_(watch) {}

  void retire(Cycle now, SlotIndex slot);
  /// A transfer of zero length passes as if granted and done at one edge.
  void pass(Cycle now, QueuedRequest& queued);

  std::uint64_t retired() const { return retired_; }

 private:
  Transfers& transfers_;
  WorkQueues& queues_;
  CompletionPort& port_;
  const Watch& watch_;
  std::uint64_t retired_ = 0;
};

}  // namespace sgdma::core
