#include "observe/diagram/diagram_events.h"

namespace sgdma::observe {

namespace {

std::string bytes_text(std::uint32_t bytes) { return std::to_string(bytes) + " B"; }

}  // namespace

DiagramEvent intake_event(const TransferRequest& request) {
  return {LaneKind::kIntake, request.direction, raw(request.tag.qp), {}, false};
}

DiagramEvent grant_event(SlotIndex slot, Direction direction) {
  return {LaneKind::kGrant, direction, raw(slot), {}, false};
}

DiagramEvent burst_event(const BurstEvent& event) {
  const LaneKind kind =
      event.direction == Direction::kGather ? LaneKind::kReadRequest : LaneKind::kWriteBurst;
  return {kind, event.direction, raw(event.slot), bytes_text(event.burst.bytes), false};
}

DiagramEvent driven_event(const BeatEvent& event) {
  return {LaneKind::kWriteBeat, event.direction, raw(event.slot), bytes_text(event.range.bytes),
          false};
}

DiagramEvent move_event(const BeatEvent& event) {
  return {LaneKind::kMove, event.direction, raw(event.slot), bytes_text(event.range.bytes), false};
}

DiagramEvent cut_event(const BeatEvent& event) {
  return {LaneKind::kWriteBeat, event.direction, raw(event.slot), "cut", false};
}

DiagramEvent waste_event(const BeatEvent& event) {
  return {LaneKind::kWaste, event.direction, raw(event.slot), bytes_text(event.range.bytes), false};
}

DiagramEvent control_event(const ControlEvent& event) {
  DiagramEvent shown;
  shown.kind = event.answered ? LaneKind::kAnswered : LaneKind::kAsked;
  shown.detail = name_of(event.kind);
  if (event.kind == ControlKind::kQueuePairReset || event.kind == ControlKind::kQueuePairError) {
    shown.number = raw(event.qp);
  }
  return shown;
}

DiagramEvent response_event(const ResponseEvent& event) {
  return {LaneKind::kResponse, event.direction, raw(event.slot), std::string(name_of(event.status)),
          event.status != BusStatus::kOkay};
}

DiagramEvent fault_event(SlotIndex slot, Direction direction, const FaultRecord& fault) {
  return {LaneKind::kFault, direction, raw(slot), std::string(name_of(fault.status)), true};
}

DiagramEvent done_event(SlotIndex slot, Direction direction) {
  return {LaneKind::kDone, direction, raw(slot), {}, false};
}

DiagramEvent completion_event(const Completion& completion) {
  return {LaneKind::kCompletion, completion.direction, raw(completion.tag.qp),
          std::string(name_of(completion.status)), completion.status != CompletionStatus::kSuccess};
}

DiagramEvent cqe_event(const platform::CompletionQueueEntry& entry) {
  return {LaneKind::kCqe, Direction::kGather, raw(entry.qp), std::string(name_of(entry.status)),
          entry.status != CompletionStatus::kSuccess};
}

}  // namespace sgdma::observe
