#include "support/trace_recorder.h"

namespace sgdma::test {

TraceEvent& TraceRecorder::add(Cycle edge, TraceKind kind, Direction direction, SlotIndex slot,
                               const CompletionTag& tag) {
  TraceEvent event;
  event.edge = edge;
  event.kind = kind;
  event.direction = direction;
  event.slot = raw(slot);
  event.qp = raw(tag.qp);
  event.tag = tag;
  events_.push_back(event);
  return events_.back();
}

void TraceRecorder::on_post(Cycle now, const TransferRequest& request) {
  add(now, TraceKind::kIntake, request.direction, SlotIndex{}, request.tag).bytes = request.bytes;
}

void TraceRecorder::on_grant(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                             const TransferRequest& request) {
  TraceEvent& event = add(now, TraceKind::kGrant, entry.direction, slot, entry.tag);
  event.address = entry.address;
  event.bytes = request.bytes;
}

void TraceRecorder::on_burst(Cycle now, const BurstEvent& burst) {
  const TraceKind kind =
      burst.direction == Direction::kGather ? TraceKind::kRequest : TraceKind::kBurst;
  TraceEvent& event = add(now, kind, burst.direction, burst.slot, burst.tag);
  event.bus_tag = raw(burst.bus_tag);
  event.segment = burst.segment;
  event.address = burst.burst.address;
  event.bytes = burst.burst.bytes;
  event.beats = burst.burst.beats;
}

void TraceRecorder::on_beat(Cycle now, const BeatEvent& beat) {
  const auto fill = [&](TraceEvent& event) {
    event.bus_tag = raw(beat.bus_tag);
    event.address = beat.range.address;
    event.bytes = beat.range.bytes;
    event.beats = beat.beat;
    event.offset = beat.offset;
    event.remaining = beat.remaining;
    event.last = beat.last;
  };
  if (beat.direction == Direction::kScatter) {
    fill(add(beat.driven, TraceKind::kBeat, beat.direction, beat.slot, beat.tag));
  }
  fill(add(now, TraceKind::kMove, beat.direction, beat.slot, beat.tag));
}

void TraceRecorder::on_response(Cycle now, const ResponseEvent& response) {
  TraceEvent& event =
      add(now, TraceKind::kResponse, response.direction, response.slot, response.tag);
  event.bus_tag = raw(response.bus_tag);
  event.address = response.address;
  event.bus_status = response.status;
}

void TraceRecorder::on_quarantine(Cycle now, const QuarantineEvent& held) {
  const TraceKind kind = held.over ? TraceKind::kReturn : TraceKind::kQuarantine;
  TraceEvent& event = add(now, kind, held.direction, held.slot, held.tag);
  event.bus_tag = raw(held.bus_tag);
  event.address = held.burst.address;
  event.bytes = held.burst.bytes;
  event.beats = held.heard;
}

void TraceRecorder::on_fault(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                             const FaultRecord& fault) {
  TraceEvent& event = add(now, TraceKind::kFault, entry.direction, slot, entry.tag);
  event.address = fault.address;
  event.segment = fault.segment;
  event.bus_status = fault.status;
}

void TraceRecorder::on_free(Cycle now, SlotIndex slot, const InFlightEntry& entry) {
  add(now, TraceKind::kDone, entry.direction, slot, entry.tag).remaining = entry.remaining;
}

void TraceRecorder::on_completion(Cycle now, const Completion& completion) {
  TraceEvent& event =
      add(now, TraceKind::kCompletion, completion.direction, SlotIndex{}, completion.tag);
  event.bytes = completion.bytes;
  event.status = completion.status;
}

void TraceRecorder::on_waste(Cycle now, const BeatEvent& beat) {
  const auto fill = [&](TraceEvent& event) {
    event.bus_tag = raw(beat.bus_tag);
    event.address = beat.range.address;
    event.beats = beat.beat;
    event.offset = beat.offset;
    event.remaining = beat.remaining;
    event.last = beat.last;
  };
  if (beat.direction == Direction::kScatter) {
    fill(add(beat.driven, TraceKind::kBeat, beat.direction, beat.slot, beat.tag));
  }
  fill(add(now, TraceKind::kWaste, beat.direction, beat.slot, beat.tag));
}

void TraceRecorder::on_control(Cycle now, const ControlEvent& control) {
  const TraceKind kind = control.answered ? TraceKind::kAnswered : TraceKind::kAsked;
  TraceEvent& event = add(now, kind, {}, SlotIndex{}, {});
  event.control = control.kind;
  event.qp = raw(control.qp);
}

void TraceRecorder::on_teardown(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                                const TeardownEvent& teardown) {
  add(now, TraceKind::kTeardown, entry.direction, slot, entry.tag).teardown = teardown;
}

}  // namespace sgdma::test
