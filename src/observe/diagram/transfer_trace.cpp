#include "observe/diagram/transfer_trace.h"

#include "observe/diagram/diagram_events.h"

namespace sgdma::observe {

TransferTrace::TransferTrace(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                             const TransferRequest& request, std::optional<Cycle> around)
    : window_(around),
      tag_(entry.tag),
      direction_(entry.direction),
      bytes_(entry.remaining),
      slot_(slot),
      begins_(now),
      segments_(request.segments),
      view_{SlotState::kGranted, entry},
      segment_left_(segments_.front().bytes) {
  window_.add(request.taken_at, intake_event(request));
  window_.add(now, grant_event(slot, direction_));
  show(now, SlotState::kGranted);
}

TransferTrace::TransferTrace(Cycle now, const TransferRequest& request, std::optional<Cycle> around)
    : window_(around),
      tag_(request.tag),
      direction_(request.direction),
      bytes_(0),
      begins_(now),
      ends_(now) {
  window_.add(now, intake_event(request));
}

void TransferTrace::show(Cycle now, SlotState state) {
  view_.state = state;
  window_.step(now, {view_});
}

void TransferTrace::burst(Cycle now, const BurstEvent& event) {
  window_.add(now, burst_event(event));
  if (view_.state == SlotState::kGranted) show(now, SlotState::kRequested);
}

void TransferTrace::move(const BeatEvent& event) {
  InFlightEntry& entry = view_.entry;
  entry.remaining = event.remaining;
  entry.address = event.range.address + event.range.bytes;
  segment_left_ -= event.range.bytes;
  if (segment_left_ == 0 && entry.remaining > 0) {
    const Segment& next = segments_[++entry.cursor];
    entry.address = next.address;
    segment_left_ = next.bytes;
  }
}

void TransferTrace::beat(Cycle now, const BeatEvent& event) {
  if (event.direction == Direction::kScatter) window_.add(event.driven, driven_event(event));
  window_.add(now, move_event(event));
  move(event);
  if (ends_ != kNever) return;
  if (view_.state == SlotState::kFailing) {
    show(now, SlotState::kFailing);
  } else {
    show(now, event.remaining == 0 ? SlotState::kAnswering : SlotState::kMoving);
  }
}

void TransferTrace::response(Cycle now, const ResponseEvent& event) {
  window_.add(now, response_event(event));
}

void TransferTrace::waste(Cycle now, const BeatEvent& event) {
  if (event.direction == Direction::kScatter) window_.add(event.driven, cut_event(event));
  window_.add(now, waste_event(event));
}

void TransferTrace::control(Cycle now, const ControlEvent& event) {
  const bool concerns = event.kind == ControlKind::kEngineReset ||
                        (!concerns_region(event.kind) && event.qp == tag_.qp);
  if (!concerns || (event.answered ? unanswered_ == 0 : now > ends_)) return;
  unanswered_ = event.answered ? unanswered_ - 1 : unanswered_ + 1;
  window_.add(now, control_event(event));
}

void TransferTrace::teardown(Cycle now, const TeardownEvent& event) {
  if (event.policy == TeardownPolicy::kFinishBeat) show(now, SlotState::kFailing);
}

void TransferTrace::fault(Cycle now, const FaultRecord& fault) {
  window_.add(now, fault_event(*slot_, direction_, fault));
  show(now, SlotState::kFailing);
}

void TransferTrace::free(Cycle now) {
  ends_ = now;
  window_.add(now, done_event(*slot_, direction_));
  window_.step(now, {});
}

void TransferTrace::completion(Cycle now, const Completion& completion) {
  window_.add(now, completion_event(completion));
}

void TransferTrace::cqe(Cycle now, const platform::CompletionQueueEntry& entry) {
  window_.add(now, cqe_event(entry));
}

}  // namespace sgdma::observe
