#include "observe/event_log.h"

#include "core/burst.h"
#include "observe/strobes.h"

namespace sgdma::observe {

EventLog::EventLog(const std::string& path, std::uint32_t bus_width, std::uint64_t period_ps,
                   bool beats)
    : file_(path), bus_width_(bus_width), beats_(beats) {
  put("{{\"schema\":{},\"log\":\"sgdma events\",\"period_ps\":{},\"bus_width\":{},\"beats\":{}}}\n",
      kSchema, period_ps, bus_width, beats);
}

void EventLog::begin(Cycle now, const char* event) {
  put("{{\"cycle\":{},\"event\":\"{}\"", now, event);
}

void EventLog::slot(SlotIndex slot) { put(",\"slot\":{}", raw(slot)); }

void EventLog::owner(Direction direction, const CompletionTag& tag) {
  put(",\"qp\":{},\"dir\":\"{}\"", raw(tag.qp), name_of(direction));
  this->tag(tag);
}

void EventLog::tag(const CompletionTag& tag) {
  put(",\"tag\":\"{}.{}.{}.{}@{}\"", raw(tag.qp), name_of(tag.side), tag.number, tag.part,
      tag.epoch);
}

void EventLog::end() {
  put("}}\n");
  file_.end_line();
}

void EventLog::on_post(Cycle now, const TransferRequest& request) {
  begin(now, "post");
  owner(request.direction, request.tag);
  put(",\"len\":{},\"segments\":{},\"last_part\":{}", request.bytes, request.segments.size(),
      request.tag.last_part);
  end();
}

void EventLog::on_grant(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                        const TransferRequest&) {
  begin(now, "grant");
  this->slot(slot);
  owner(entry.direction, entry.tag);
  put(",\"addr\":\"{:#x}\",\"len\":{}", entry.address, entry.remaining);
  end();
}

void EventLog::on_burst(Cycle now, const BurstEvent& event) {
  begin(now, "burst");
  slot(event.slot);
  owner(event.direction, event.tag);
  const BeatRange first = core::beat_range(event.burst, 0, bus_width_);
  const BeatRange last = core::beat_range(event.burst, event.burst.beats - 1, bus_width_);
  put(",\"segment\":{},\"addr\":\"{:#x}\",\"bytes\":{},\"beats\":{},\"first_strobe\":\"{}\","
      "\"last_strobe\":\"{}\",\"id\":{}",
      event.segment, event.burst.address, event.burst.bytes, event.burst.beats,
      strobe_text(first.address, first.bytes, bus_width_),
      strobe_text(last.address, last.bytes, bus_width_), raw(event.bus_tag));
  end();
}

void EventLog::on_beat(Cycle now, const BeatEvent& event) {
  if (!beats_) {
    return;
  }
  begin(now, "beat");
  slot(event.slot);
  owner(event.direction, event.tag);
  put(",\"addr\":\"{:#x}\",\"bytes\":{},\"id\":{},\"beat\":{},\"last\":{},\"offset\":{},"
      "\"remaining\":{},\"driven\":{}",
      event.range.address, event.range.bytes, raw(event.bus_tag), event.beat, event.last,
      event.offset, event.remaining, event.driven);
  end();
}

void EventLog::on_waste(Cycle now, const BeatEvent& event) {
  if (!beats_) {
    return;
  }
  begin(now, "waste");
  slot(event.slot);
  owner(event.direction, event.tag);
  put(",\"addr\":\"{:#x}\",\"bytes\":{},\"id\":{},\"beat\":{},\"last\":{},\"driven\":{}",
      event.range.address, event.range.bytes, raw(event.bus_tag), event.beat, event.last,
      event.driven);
  end();
}

void EventLog::on_key_fetch(Cycle now, const KeyFetchEvent& event) {
  begin(now, "key_fetch");
  put(",\"phase\":\"{}\",\"registration\":{},\"line\":{},\"id\":{},\"addr\":\"{:#x}\",\"bytes\":{}",
      event.answered ? "answered" : "asked", raw(event.region), event.line, raw(event.bus_tag),
      event.burst.address, event.burst.bytes);
  if (event.answered) {
    put(",\"status\":\"{}\"", name_of(event.status));
  }
  end();
}

void EventLog::on_control(Cycle now, const ControlEvent& event) {
  begin(now, "control");
  put(",\"kind\":\"{}\",\"phase\":\"{}\"", name_of(event.kind),
      event.answered ? "answered" : "asked");
  if (concerns_region(event.kind)) {
    put(",\"region\":\"{:#x}\"", raw(event.region));
  } else if (event.kind != ControlKind::kEngineReset) {
    put(",\"qp\":{}", raw(event.qp));
  }
  end();
}

void EventLog::on_teardown(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                           const TeardownEvent& event) {
  begin(now, "teardown");
  this->slot(slot);
  owner(entry.direction, entry.tag);
  put(",\"cause\":\"{}\",\"policy\":\"{}\",\"remaining\":{}", name_of(event.cause),
      name_of(event.policy), entry.remaining);
  end();
}

void EventLog::on_response(Cycle now, const ResponseEvent& event) {
  begin(now, "response");
  slot(event.slot);
  owner(event.direction, event.tag);
  put(",\"addr\":\"{:#x}\",\"id\":{},\"status\":\"{}\"", event.address, raw(event.bus_tag),
      name_of(event.status));
  end();
}

void EventLog::on_fault(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                        const FaultRecord& fault) {
  begin(now, "fault");
  this->slot(slot);
  owner(entry.direction, entry.tag);
  put(",\"segment\":{},\"addr\":\"{:#x}\",\"beat\":{},\"status\":\"{}\"", fault.segment,
      fault.address, fault.beat, name_of(fault.status));
  end();
}

void EventLog::on_quarantine(Cycle now, const QuarantineEvent& event) {
  begin(now, "quarantine");
  slot(event.slot);
  owner(event.direction, event.tag);
  put(",\"addr\":\"{:#x}\",\"bytes\":{},\"id\":{},\"beats\":{},\"heard\":{},\"phase\":\"{}\","
      "\"since\":{}",
      event.burst.address, event.burst.bytes, raw(event.bus_tag), event.burst.beats, event.heard,
      event.over ? "answered" : "held", event.since);
  end();
}

void EventLog::on_free(Cycle now, SlotIndex slot, const InFlightEntry& entry) {
  begin(now, "free");
  this->slot(slot);
  owner(entry.direction, entry.tag);
  end();
}

void EventLog::on_completion(Cycle now, const Completion& completion) {
  begin(now, "completion");
  owner(completion.direction, completion.tag);
  put(",\"status\":\"{}\",\"bytes\":{}", name_of(completion.status), completion.bytes);
  end();
}

void EventLog::on_reject(Cycle now, const CompletionTag& tag, CompletionStatus status,
                         std::uint64_t bytes) {
  begin(now, "reject");
  put(",\"qp\":{}", raw(tag.qp));
  this->tag(tag);
  put(",\"len\":{},\"status\":\"{}\"", bytes, name_of(status));
  end();
}

void EventLog::on_state(Cycle now, QpNumber qp, platform::QpState state) {
  begin(now, "state");
  put(",\"qp\":{},\"state\":\"{}\"", raw(qp), name_of(state));
  end();
}

void EventLog::on_cqe(Cycle now, const platform::CompletionQueueEntry& entry) {
  begin(now, "cqe");
  put(",\"qp\":{},\"queue\":\"{}\",\"number\":{},\"status\":\"{}\",\"bytes\":{},\"imm\":{}",
      raw(entry.qp), name_of(entry.side), entry.number, name_of(entry.status), entry.bytes,
      entry.immediate);
  end();
}

}  // namespace sgdma::observe
