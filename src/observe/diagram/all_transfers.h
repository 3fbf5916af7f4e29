/// Collects the events of all transfers for a timing diagram.
#pragma once

#include "observe/diagram/column_window.h"
#include "platform/work_observer.h"
#include "types/observer.h"

namespace sgdma::observe {

/// For runs of a few transfers: of a long one the window forgets the middle.
class AllTransfers final : public Observer, public platform::WorkObserver {
 public:
  const ColumnWindow& window() const { return window_; }

  void on_post(Cycle now, const TransferRequest& request) override;
  void on_grant(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                const TransferRequest& request) override;
  void on_burst(Cycle now, const BurstEvent& event) override;
  void on_beat(Cycle now, const BeatEvent& event) override;
  void on_response(Cycle now, const ResponseEvent& event) override;
  void on_waste(Cycle now, const BeatEvent& event) override;
  void on_control(Cycle now, const ControlEvent& event) override;
  void on_fault(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                const FaultRecord& fault) override;
  void on_free(Cycle now, SlotIndex slot, const InFlightEntry& entry) override;
  void on_completion(Cycle now, const Completion& completion) override;
  void on_cqe(Cycle now, const platform::CompletionQueueEntry& entry) override;

 private:
  ColumnWindow window_{std::nullopt};
};

}  // namespace sgdma::observe
