#include "observe/diagram/all_transfers.h"

#include "observe/diagram/diagram_events.h"

namespace sgdma::observe {

void AllTransfers::on_post(Cycle now, const TransferRequest& request) {
  window_.add(now, intake_event(request));
}

void AllTransfers::on_grant(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                            const TransferRequest&) {
  window_.add(now, grant_event(slot, entry.direction));
}

void AllTransfers::on_burst(Cycle now, const BurstEvent& event) {
  window_.add(now, burst_event(event));
}

void AllTransfers::on_beat(Cycle now, const BeatEvent& event) {
  if (event.direction == Direction::kScatter) window_.add(event.driven, driven_event(event));
  window_.add(now, move_event(event));
}

void AllTransfers::on_response(Cycle now, const ResponseEvent& event) {
  window_.add(now, response_event(event));
}

void AllTransfers::on_waste(Cycle now, const BeatEvent& event) {
  if (event.direction == Direction::kScatter) window_.add(event.driven, cut_event(event));
  window_.add(now, waste_event(event));
}

void AllTransfers::on_control(Cycle now, const ControlEvent& event) {
  window_.add(now, control_event(event));
}

void AllTransfers::on_fault(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                            const FaultRecord& fault) {
  window_.add(now, fault_event(slot, entry.direction, fault));
}

void AllTransfers::on_free(Cycle now, SlotIndex slot, const InFlightEntry& entry) {
  window_.add(now, done_event(slot, entry.direction));
}

void AllTransfers::on_completion(Cycle now, const Completion& completion) {
  window_.add(now, completion_event(completion));
}

void AllTransfers::on_cqe(Cycle now, const platform::CompletionQueueEntry& entry) {
  window_.add(now, cqe_event(entry));
}

}  // namespace sgdma::observe
