/// Latencies and shares of transfers, in all and by queue pair.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "core/sparse_table.h"
#include "observe/latency_histogram.h"
#include "types/completion_status.h"
#include "types/observer.h"

namespace sgdma::observe {

/// Sums over the transfers of one queue pair that count.
struct QueuePairStatistics {
  QpNumber number{};
  std::array<std::uint64_t, kDirections> bytes{};      ///< moved
  std::array<std::uint64_t, kDirections> transfers{};  ///< finished
  LatencyHistogram latency;                            ///< intake to completion
};

/// Stages of a transfer's life.
struct StageLatencies {
  LatencyHistogram queue;  ///< intake to grant
  LatencyHistogram slot;   ///< grant to completion
};

/// Watches transfers, not beats. Transfers that intake takes in [from, until) count; those of zero
/// length count as transfers and completions, and have no latency; nor have those that control
/// tears down.
class TransferStatistics final : public Observer {
 public:
  TransferStatistics(std::uint32_t slots, std::uint32_t queue_pairs, Cycle from, Cycle until);

  void on_grant(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                const TransferRequest& request) override;
  void on_teardown(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                   const TeardownEvent& event) override;
  void on_free(Cycle now, SlotIndex slot, const InFlightEntry& entry) override;
  void on_completion(Cycle now, const Completion& completion) override;

  const StageLatencies& stages() const { return stages_; }
  /// Latency from intake to completion.
  LatencyHistogram total() const;
  /// The same by length: the key is the smallest power of two that is not
  /// less than the length in bytes.
  const std::map<std::uint64_t, LatencyHistogram>& by_size() const { return by_size_; }
  /// By `QpIndex`, of the queue pairs that had transfers.
  const core::SparseTable<QueuePairStatistics>& queue_pairs() const { return qps_; }
  std::uint64_t completions(CompletionStatus status) const {
    return completions_[static_cast<std::size_t>(status)];
  }
  /// Edge at which intake took the last transfer that got a slot, whether it counts or not; 0 where
  /// there was none.
  Cycle last_taken(Direction direction) const { return last_taken_[index_of(direction)]; }
  /// Edge at which the last slot was freed, likewise.
  Cycle last_end(Direction direction) const { return last_end_[index_of(direction)]; }
  std::uint64_t transfers(Direction direction) const { return transfers_[index_of(direction)]; }

 private:
  struct Running {
    Cycle taken = 0;
    Cycle granted = 0;
    QpIndex qp{};
    std::uint32_t bytes = 0;
    bool torn = false;
  };

  bool counts(Cycle taken) const { return taken >= from_ && taken < until_; }

  Cycle from_;
  Cycle until_;
  std::array<Cycle, kDirections> last_taken_{};
  std::array<Cycle, kDirections> last_end_{};
  std::vector<Running> running_;  ///< by slot
  StageLatencies stages_;
  std::map<std::uint64_t, LatencyHistogram> by_size_;
  core::SparseTable<QueuePairStatistics> qps_;
  std::array<std::uint64_t, kCompletionStatusNames.size()> completions_{};
  std::array<std::uint64_t, kDirections> transfers_{};
};

}  // namespace sgdma::observe
