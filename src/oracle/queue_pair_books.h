/// Everything that the oracle knows of one queue pair.
#pragma once

#include <cstdint>
#include <vector>

#include "oracle/expected_work.h"
#include "oracle/prefix_tracker.h"
#include "oracle/running_transfer.h"
#include "oracle/verdict.h"
#include "oracle/violation_log.h"
#include "oracle/work_order.h"
#include "oracle/wqe_ledger.h"

namespace sgdma::oracle {

class QueuePairBooks {
 public:
  QueuePairBooks(QpNumber number, QpIndex index, std::uint32_t path_mtu, WorkPool& pool,
                 ViolationLog& log);

  QpNumber number() const { return number_; }
  std::uint32_t path_mtu() const { return path_mtu_; }
  WqeLedger& ledger(Side side) { return side == Side::kReceiveQueue ? receive_ : send_; }
  WorkOrder& order() { return order_; }
  const PrefixTracker& scatters() const { return scatters_; }

  CompletionTag tag(Side side, std::uint32_t number, std::uint32_t part, bool last) const;
  /// New work that waits for nothing; not in the order yet.
  ExpectedWork& new_work(const CompletionTag& tag, Direction direction);
  /// Gives back new work that will not be expected.
  void discard(ExpectedWork& work) { pool_.release(work); }
  /// Puts it into the order, and into the ledger of the WQE that waits for it.
  void expect(ExpectedWork& work);
  /// The parts of `work` from `keep` on will not come. Requires `keep` parts or fewer to be
  /// granted.
  void drop_parts(ExpectedWork& work, std::uint32_t keep);
  /// A part was granted or passed.
  void part_granted(ExpectedWork& work);
  /// A granted part of `work` is over.
  void part_over(ExpectedWork& work, std::uint32_t part, CompletionStatus status);

  /// A new item's verdict; the one before is closed.
  void judge(const Verdict& verdict);
  /// A rejection was reported. Returns the kind of the item that it belongs to.
  ItemKind reject(const CompletionTag& tag, CompletionStatus status);
  /// A part of `work` was taken in.
  void posted(const ExpectedWork& work);

  /// The queue pair is reset: nothing is expected any more, and numbers begin again in the next
  /// epoch. Transfers that run come to their end without anybody waiting.
  void reset();
  /// The queue pair is in error: what is not over may be flushed, what waits for others is.
  void flush();
  bool flushing() const { return flushing_; }

  void finish(const FinalState& state);

  std::uint32_t running = 0;           ///< transfers granted and not over
  std::uint32_t running_scatters = 0;  ///< of them scatters
  std::vector<EndedTransfer> ended;    ///< entry gone, completion not seen

 private:
  void close_verdict();
  void release_if_over(ExpectedWork& work);

  QpNumber number_;
  QpIndex index_;
  std::uint32_t path_mtu_;
  WorkPool& pool_;
  ViolationLog& log_;
  std::uint16_t epoch_ = 0;
  bool flushing_ = false;
  WqeLedger send_;
  WqeLedger receive_;
  WorkOrder order_;
  PrefixTracker scatters_;
  Verdict verdict_;
};

}  // namespace sgdma::oracle
