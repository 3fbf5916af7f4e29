/// Picks the transfer that a timing diagram is asked for, and collects what happens to it.
#pragma once

#include <optional>

#include "observe/diagram/transfer_choice.h"
#include "observe/diagram/transfer_trace.h"
#include "platform/work_observer.h"
#include "types/observer.h"

namespace sgdma::observe {

/// Invariant: holds one transfer at most, the best answer among those that have begun. That is the
/// slot's or tag's first one; around an edge the one that runs there, or else the nearest (the
/// earlier of two that are equally near).
class ChosenTransfer final : public Observer, public platform::WorkObserver {
 public:
  /// Work that failed its checks: it has the tag, and no transfer.
  struct Rejection {
    Cycle edge = 0;
    CompletionStatus status{};
  };

  explicit ChosenTransfer(const TransferChoice& choice) : choice_(choice) {}

  const std::optional<TransferTrace>& transfer() const { return transfer_; }
  const std::optional<Rejection>& rejection() const { return rejection_; }

  void on_post(Cycle now, const TransferRequest& request) override;
  void on_grant(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                const TransferRequest& request) override;
  void on_burst(Cycle now, const BurstEvent& event) override;
  void on_beat(Cycle now, const BeatEvent& event) override;
  void on_response(Cycle now, const ResponseEvent& event) override;
  void on_waste(Cycle now, const BeatEvent& event) override;
  void on_control(Cycle now, const ControlEvent& event) override;
  void on_teardown(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                   const TeardownEvent& event) override;
  void on_fault(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                const FaultRecord& fault) override;
  void on_free(Cycle now, SlotIndex slot, const InFlightEntry& entry) override;
  void on_completion(Cycle now, const Completion& completion) override;
  void on_reject(Cycle now, const CompletionTag& tag, CompletionStatus status,
                 std::uint64_t bytes) override;
  void on_cqe(Cycle now, const platform::CompletionQueueEntry& entry) override;

 private:
  bool has_tag(const CompletionTag& tag) const;
  /// Whether a transfer that begins at `now` is a better answer than what is there.
  bool better(Cycle now) const;
  bool follows(SlotIndex slot, Cycle now) const { return transfer_ && transfer_->holds(slot, now); }

  TransferChoice choice_;
  std::optional<TransferTrace> transfer_;
  std::optional<Rejection> rejection_;
};

}  // namespace sgdma::observe
