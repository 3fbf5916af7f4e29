/// The life of each transfer: taken in, granted, gone, completed; each once, in order, with the
/// right fields.
#pragma once

#include <array>
#include <cstdint>

#include <boost/unordered/unordered_flat_set.hpp>

#include "oracle/final_state.h"
#include "oracle/limits.h"
#include "oracle/queue_pair_books.h"
#include "oracle/region_lives.h"
#include "oracle/slot_table.h"
#include "types/completion.h"
#include "types/transfer_request.h"

namespace sgdma::oracle {

/// The six architected fields of a slot, as the engine shows them.
struct SeenEntry {
  QpNumber qp{};
  Direction direction{};
  std::uint64_t address = 0;
  std::uint32_t remaining = 0;
  std::uint32_t cursor = 0;
  CompletionTag tag;
};

class TransferChecker {
 public:
  TransferChecker(const Limits& limits, const RegionLives& lives, SlotTable& slots,
                  ViolationLog& log)
      : limits_(limits), lives_(lives), slots_(slots), log_(log) {}

  void on_post(QueuePairBooks& books, const TransferRequest& request);
  void on_grant(QueuePairBooks& books, SlotIndex slot, const SeenEntry& entry);
  /// Returns the transfer, or nullptr where it does not run.
  RunningTransfer* on_fault(SlotIndex slot, const SeenEntry& entry, BusStatus status);
  /// The queue pair is reset.
  void reset(QueuePairBooks& books);
  void on_free(SlotIndex slot, const SeenEntry& entry);
  void on_completion(QueuePairBooks& books, const Completion& completion);
  void finish(const FinalState& state);

 private:
  ExpectedWork* turn(QueuePairBooks& books, const CompletionTag& tag, bool grants);
  void check_request(const ExpectedWork& work, std::uint32_t part, const TransferRequest& request);
  void check_grant(QueuePairBooks& books, const ExpectedWork& work, std::uint32_t part,
                   SlotIndex slot);
  void begin(QueuePairBooks& books, SlotIndex slot, RunningTransfer& transfer,
             const SeenEntry& entry);
  void check_entry(SlotIndex slot, const RunningTransfer& transfer, const SeenEntry& entry);
  void check_rate(std::array<Cycle, kDirections>& last, Direction direction, std::string_view check,
                  const Place& place);
  void pass(QueuePairBooks& books, const Completion& completion);
  void over(QueuePairBooks& books, const EndedTransfer& gone, CompletionStatus status);
  void unlock(const ExpectedWork& work);
  void check_end(const EndedTransfer& gone, const Completion& completion);
  void check_fault(const EndedTransfer& gone, const Completion& completion);
  void lock(const ExpectedWork& work, const Place& place);

  const Limits& limits_;
  const RegionLives& lives_;
  SlotTable& slots_;
  ViolationLog& log_;
  boost::unordered_flat_set<std::uint64_t> locked_;  ///< granules of atomics that run
  std::array<Cycle, kDirections> last_grant_{kNever, kNever};
  std::array<Cycle, kDirections> last_free_{kNever, kNever};
  std::array<Cycle, kDirections> last_completion_{kNever, kNever};
};

}  // namespace sgdma::oracle
