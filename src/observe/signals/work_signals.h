/// What stands around the engine as signals: refused work, and the CQE generator stub.
#pragma once

#include <cstdint>

#include "observe/signals/tag_signals.h"
#include "platform/work_observer.h"

namespace sgdma::observe {

/// An edge can refuse several items and write several CQEs: the signals show the last one, the
/// counts, which are sums since the beginning, all of them.
class WorkSignals : public platform::WorkObserver {
 public:
  WorkSignals(SignalBoard& board, ScopeId platform);

  void on_reject(Cycle now, const CompletionTag& tag, CompletionStatus status,
                 std::uint64_t bytes) override;
  void on_cqe(Cycle now, const platform::CompletionQueueEntry& entry) override;

 private:
  SignalBoard& board_;
  ScopeId reject_;
  SignalId rejected_;
  SignalId reject_valid_;
  SignalId reject_status_;
  SignalId reject_bytes_;
  TagSignals reject_tag_;
  BundleId reject_bundle_;
  ScopeId cqe_;
  SignalId written_;
  SignalId failed_;
  SignalId cqe_valid_;
  SignalId cqe_qp_;
  SignalId cqe_queue_;
  SignalId cqe_number_;
  SignalId cqe_status_;
  SignalId cqe_bytes_;
  SignalId cqe_immediate_;
  BundleId cqe_bundle_;
  std::uint64_t rejects_ = 0;
  std::uint64_t cqes_ = 0;
  std::uint64_t errors_ = 0;
};

}  // namespace sgdma::observe
