/// The WQEs of one queue (send or receive) of one queue pair: which CQEs are due, and in what
/// order.
///
/// Invariant: the ledger holds the WQEs from the first that is not settled on. A WQE is settled
/// when its transfers are over and its CQE, if one is due, is written.
#pragma once

#include <cstdint>
#include <string>

#include "oracle/compact_queue.h"
#include "oracle/final_state.h"
#include "oracle/prefix_tracker.h"
#include "oracle/status_set.h"
#include "oracle/violation_log.h"
#include "platform/work_observer.h"

namespace sgdma::oracle {

/// How a WQE ends when nothing fails.
struct WqeEnd {
  std::uint64_t bytes = 0;  ///< byte_len of its CQE
  bool bytes_open = false;  ///< a byte_len of 0 is right as well
  bool immediate = false;
  std::uint64_t scatter_fence = 0;  ///< scatters of the queue pair that must be over before the CQE
};

class WqeLedger {
 public:
  WqeLedger(QpNumber qp, Side side, ViolationLog& log) : qp_(qp), side_(side), log_(log) {}

  /// A WQE was posted; it is open. Returns its number.
  std::uint32_t post(platform::WqeOpcode opcode, bool signaled);
  /// `transfers` more transfers of the WQE must come to their end.
  void expect(std::uint32_t number, std::uint32_t transfers);
  /// As many of them will not come after all.
  void forget(std::uint32_t number, std::uint32_t transfers);
  /// No more transfers will be expected.
  void close(std::uint32_t number, const WqeEnd& end);
  /// The WQE failed with one of `statuses`. Where several of its parts fail, which of them is first
  /// depends on whether time or order counts: the status of any is right. No CQE before
  /// `scatter_fence` scatters are over, as the first call has it.
  void fail(std::uint32_t number, StatusSet statuses, std::uint64_t scatter_fence);
  /// Something before it may have failed: an error CQE is right as well. One that says that a
  /// region was gone only behind `region_failed`.
  void may_fail(std::uint32_t number, StatusSet statuses);
  /// A transfer of the queue pair's peer has failed because its region was deregistered.
  void region_failed() { region_failed_ = true; }
  /// Unless it fails, the WQE is not over before an acknowledge has come for it.
  void await_acknowledge(std::uint32_t number);
  /// An acknowledge came: for the first WQE that waits for one.
  void acknowledge();
  /// A transfer of the WQE is over.
  void transfer_over(std::uint32_t number);
  bool failed(std::uint32_t number) const;

  /// No WQE is left, and the next one has number 0.
  void clear();
  /// The queue pair is in error: WQEs that wait for others are flushed, and so is all that stands
  /// behind one that has failed; the rest may be.
  void flush();

  void on_cqe(const platform::CompletionQueueEntry& cqe, const PrefixTracker& scatters);
  void finish(const FinalState& state);

 private:
  struct Wqe {
    platform::WqeOpcode opcode{};
    bool signaled = true;
    bool closed = false;
    bool has_cqe = false;
    bool unacknowledged = false;
    bool late = false;            ///< not over when its queue pair went into error
    std::uint32_t transfers = 0;  ///< expected and not over
    StatusSet errors;             ///< not empty: it failed, with one of these
    StatusSet open_errors;        ///< with which it may fail
    WqeEnd end;
    bool awaits() const { return unacknowledged && errors.empty(); }
    bool over() const { return closed && transfers == 0 && !awaits(); }
    bool needs_cqe() const { return signaled || !errors.empty(); }
    bool settled() const { return over() && (has_cqe || !needs_cqe()); }
  };

  Wqe* find(std::uint32_t number);
  /// Whether the CQE is that of an unsignaled WQE whose success was settled in silence, and that is
  /// flushed all the same: it stands behind an error, and its completion was not taken before ERR.
  bool flushes_in_arrears(const platform::CompletionQueueEntry& cqe) const;
  void settle();
  void check_order(std::uint32_t number, const Place& place);
  void check_contents(const Wqe& wqe, const platform::CompletionQueueEntry& cqe,
                      const Place& place);
  Place place(std::uint32_t number) const;

  QpNumber qp_;
  Side side_;
  ViolationLog& log_;
  CompactQueue<Wqe> wqes_;
  std::uint32_t first_ = 0;              ///< number of the first in `wqes_`
  std::uint32_t behind_cqe_ = 0;         ///< number after that of the last CQE
  std::uint32_t next_acknowledged_ = 0;  ///< none before it waits for an acknowledge
  bool flushing_ = false;
  bool region_failed_ = false;
  bool error_seen_ = false;  ///< a CQE with an error
};

}  // namespace sgdma::oracle
