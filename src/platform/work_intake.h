/// The engine's work source: takes arrivals, checks them, selects their targets.
#pragma once

#include <cstdint>

#include "core/work_source.h"
#include "platform/cqe_generator.h"
#include "platform/gather_parts.h"
#include "platform/intake_ledger.h"
#include "platform/pending_atomics.h"
#include "platform/platform_config.h"
#include "platform/qp_context.h"
#include "platform/qp_table.h"
#include "platform/queue_pair_list.h"
#include "platform/region_table.h"
#include "platform/requester.h"
#include "platform/responder.h"
#include "platform/work_checker.h"
#include "platform/work_observer.h"

namespace sgdma::platform {

/// What intake works with. All of it outlives the intake.
struct IntakeParts {
  const TargetConfig& target;
  const QueuePairList& queue_pairs;
  const RegionTable& regions;
  CqeGenerator& cqes;
  PendingAtomics& atomics;
  /// Transfers handed over and not ended; further work waits while there are as many. 0: unlimited.
  std::uint32_t max_backlog = 0;
};

/// Turns WQEs and packets into transfers (rdma.md section 2):
///
/// | work | transfer |
/// |---|---|
/// | SEND, WRITE WQE | gather of its SGEs, in parts of at most `max_transfer`; inline data: zero
/// length | | READ, atomic WQE; receive | none | | SEND packet | scatter to the receive at the
/// front, where the packet before it ended | | WRITE packet, ATOMIC_WRITE | scatter to the remote
/// range | | READ request | gather of the remote range, in parts, after earlier scatters | |
/// compare-and-swap, fetch-and-add | gather of 8 bytes under a lock; the engine makes its scatter |
/// | READ or atomic response | scatter to the SGEs of the WQE |
/// | acknowledge | none |
///
/// A WQE that fails its checks completes with its status and a packet that does is dropped with the
/// rest of its message; neither reaches the arbiter. In ERR, WQEs are flushed and packets dropped
/// with WR_FLUSH_ERR; while a RESET is not answered both are refused with LOC_QP_OP_ERR, take no
/// number and get no CQE. Acknowledges are ignored in both.
///
/// Timing: work that arrives at time t is there at the first edge strictly after t; edge n is at n
/// times the clock period. All parts of a WQE are there at one edge. While `max_backlog` transfers
/// are under way, work waits outside, in order, and is taken in late.
class WorkIntake : public core::WorkSource {
 public:
  /// `period` of the clock in picoseconds, 1 or more. `stream` and `observer` outlive the intake.
  WorkIntake(const IntakeParts& parts, WorkItemStream& stream, Picoseconds period,
             WorkObserver* observer = nullptr);

  /// Also the edges at which CQEs are written that waited for room in the completion queue: their
  /// `pull` gives no transfer.
  Cycle next_edge() const override;
  bool pull(Cycle now, TransferRequest& request) override;

  /// The queue pair takes no work before `begin_anew`; its next incarnation begins. False, and
  /// nothing changes, where that is so already.
  bool reset(QpIndex qp);
  /// False where the queue pair was not reset.
  bool begin_anew(QpIndex qp);
  /// No queue pair takes work before `open`.
  void close() { closed_ = true; }
  void open() { closed_ = false; }
  /// The queue pair is in error. False, and nothing changes, where it was not ready.
  bool abandon(QpIndex qp);

  const IntakeCounters& counters() const { return ledger_.counters(); }
  /// Whether the stream has ended, as far as is known, and every part has been handed over.
  bool exhausted() const {
    return !gather_.active() && stream_.peek() == nullptr && !stream_.waits();
  }
  /// Whether nothing more is there, and what is under way has to be done before more comes.
  bool waits() const { return stream_.peek() == nullptr && stream_.waits(); }
  QpState state(QpIndex qp) const { return contexts_.memory(qp).state; }
  /// Calls `each(qp)` for all queue pairs that have had work, in order.
  template <class Each>
  void for_all_used(Each each) const {
    contexts_.for_each(each);
  }

 private:
  bool dispatch(Cycle now, const WorkItem& item, TransferRequest& request);
  void refuse(const IntakePlace& place, const WorkItem& item);
  bool next_part(TransferRequest& request);
  /// Edge of the item at the front of the stream, or `kNever`.
  Cycle next_item() const;
  Cycle edge_of(const WorkItem& item) const;
  /// Whether no more work is let in.
  bool full() const { return max_backlog_ != 0 && cqes_.under_way() >= max_backlog_; }

  std::uint32_t max_backlog_;
  const QueuePairList& queue_pairs_;
  CqeGenerator& cqes_;
  WorkItemStream& stream_;
  Picoseconds period_;
  IntakeLedger ledger_;
  WorkChecker checker_;
  QpTable<QpContext> contexts_;
  bool closed_ = false;  ///< the engine is being reset
  GatherParts gather_;
  Requester requester_;
  Responder responder_;
  mutable Picoseconds asked_ = 0;  ///< the last time that `edge_of` was asked for, and
  mutable Cycle edge_ = 1;         ///< its edge
  Cycle gather_edge_ = 0;          ///< edge of the gather whose parts are being handed over
};

}  // namespace sgdma::platform
