/// Writes down everything that an engine shows.
#pragma once

#include <vector>

#include "support/trace_event.h"
#include "types/observer.h"

namespace sgdma::test {

/// Keeps the events in the order of the calls. A write beat is written down when the bus takes it,
/// once as driven (with the edge that drove it; a cut one has no bytes) and once as moved or
/// wasted.
class TraceRecorder final : public Observer {
 public:
  void on_post(Cycle now, const TransferRequest& request) override;
  void on_grant(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                const TransferRequest& request) override;
  void on_burst(Cycle now, const BurstEvent& burst) override;
  void on_beat(Cycle now, const BeatEvent& beat) override;
  void on_response(Cycle now, const ResponseEvent& response) override;
  void on_quarantine(Cycle now, const QuarantineEvent& event) override;
  void on_fault(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                const FaultRecord& fault) override;
  void on_free(Cycle now, SlotIndex slot, const InFlightEntry& entry) override;
  void on_completion(Cycle now, const Completion& completion) override;
  void on_waste(Cycle now, const BeatEvent& beat) override;
  void on_control(Cycle now, const ControlEvent& control) override;
  void on_teardown(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                   const TeardownEvent& teardown) override;

  const std::vector<TraceEvent>& events() const { return events_; }

 private:
  TraceEvent& add(Cycle edge, TraceKind kind, Direction direction, SlotIndex slot,
                  const CompletionTag& tag);

  std::vector<TraceEvent> events_;
};

}  // namespace sgdma::test
