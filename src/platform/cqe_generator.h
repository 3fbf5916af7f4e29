/// Stub of the CQE generator: restores the order of completions per queue pair and writes CQEs.
#pragma once

#include <array>
#include <cstdint>

#include "core/completion_port.h"
#include "core/ring_queue.h"
#include "platform/completion_queue.h"
#include "platform/pending_atomics.h"
#include "platform/platform_config.h"
#include "platform/qp_completions.h"
#include "platform/qp_table.h"
#include "platform/queue_pair_list.h"
#include "platform/work_listener.h"
#include "platform/work_observer.h"
#include "types/transfer_request.h"

namespace sgdma::platform {

/// Told when work of a queue pair has failed by itself, not because it was flushed.
class FailureListener {
 public:
  FailureListener() = default;
  FailureListener(const FailureListener&) = delete;
  FailureListener& operator=(const FailureListener&) = delete;
  virtual ~FailureListener() = default;

  virtual void on_failure(Cycle now, QpIndex qp) = 0;
  /// As above: a transfer has failed because its region was deregistered.
  virtual void on_region_gone(Cycle now, QpIndex qp) = 0;
};

/// What has completed.
struct CqeCounters {
  std::uint64_t completions_taken = 0;                              ///< from the completion port
  std::array<std::uint64_t, kCompletionStatusNames.size()> cqes{};  ///< written, by status
  std::uint64_t signaled_completed = 0;    ///< send-queue WQEs that asked for a CQE
  std::uint64_t unsignaled_completed = 0;  ///< send-queue WQEs that did not, failed ones too
  std::uint64_t receives_completed = 0;
  std::uint64_t cqes_held_back = 0;  ///< that had to wait for room in the completion queue
  std::uint64_t wqes_discarded = 0;  ///< by resets
};

/// Invariant: at most one CQE per WQE, in posted order within each queue; none is lost.
///
/// Timing: a CQE is written at the edge at which the completion (or, for work that failed its
/// checks, the edge of intake) makes it the next of its queue. Where the completion queue has no
/// room it waits, in order, for the first edge that has; meanwhile no completion is taken. One
/// completion may finish several WQEs.
class CqeGenerator : public core::CompletionReader {
 public:
  /// `period` of the clock in picoseconds. All references outlive the generator.
  CqeGenerator(const QueuePairList& queue_pairs, const CompletionQueueConfig& queue,
               Picoseconds period, PendingAtomics& atomics, WorkObserver* observer = nullptr);

  /// Outlives the generator.
  void set_listener(WorkListener* listener) { listener_ = listener; }
  /// Outlives the generator; nullptr: nobody wants to know.
  void set_failure_listener(FailureListener* listener) { failures_ = listener; }

  bool ready(Cycle now) override;
  void take(Cycle now, const Completion& completion) override;
  Cycle next_ready(Cycle now) const override;

  /// What intake says about a queue pair's work. A call that may finish a WQE is followed by
  /// `release`.
  QpCompletions& order(QpIndex qp) { return orders_[qp]; }
  /// A transfer goes to the engine. Called before the message or WQE is ended.
  void hand_over(const TransferRequest& request);
  /// Writes the CQEs of the WQEs of `qp` that are complete and next.
  void release(Cycle now, QpIndex qp);
  /// Work of `qp` has failed its checks.
  void failed(Cycle now, QpIndex qp) {
    if (failures_ != nullptr) {
      failures_->on_failure(now, qp);
    }
  }
  /// The queue pair is in error: what is not complete is flushed.
  void flush(Cycle now, QpIndex qp);
  /// The queue pair is reset: its WQEs are gone without CQEs, and so are CQEs that nobody has read.
  void reset(Cycle now, QpIndex qp);
  /// The RESET is answered.
  void begin_anew(Cycle now, QpIndex qp);
  /// Intake has done with the queue pair for now.
  void settle(QpIndex qp) { orders_.settle(qp); }

  /// Edge at which CQEs that wait for room are written next, or `kNever`. Intake asks for it, since
  /// nothing else may happen at that edge.
  Cycle next_write() const { return next_write_; }
  /// Writes CQEs that wait, as far as there is room.
  void write_waiting(Cycle now);

  const CqeCounters& counters() const { return counters_; }
  /// Transfers handed over and not ended; an atomic is one.
  std::uint64_t under_way() const { return under_way_; }
  /// Whether software takes CQEs at all.
  bool polled() const { return queue_.polled(); }
  /// CQEs that wait for room.
  std::size_t waiting() const { return waiting_.size(); }
  /// WQEs posted and not complete, of one queue pair.
  std::size_t unfinished(QpIndex qp, Side side) const;

 private:
  void tell_failure(Cycle now, QpIndex qp, CompletionStatus status);
  void write(Cycle now, const CompletionQueueEntry& entry);
  /// What the outside hears, before the CQEs.
  void tell(Cycle now, QpIndex qp, QpCompletions& order);

  const QueuePairList& queue_pairs_;
  Picoseconds period_;
  CompletionQueue queue_;
  PendingAtomics& atomics_;
  WorkObserver* observer_;
  WorkListener* listener_ = nullptr;
  FailureListener* failures_ = nullptr;
  QpTable<QpCompletions> orders_;
  core::RingQueue<CompletionQueueEntry> waiting_;
  Cycle next_write_ = kNever;
  std::uint64_t under_way_ = 0;
  CqeCounters counters_;
};

}  // namespace sgdma::platform
