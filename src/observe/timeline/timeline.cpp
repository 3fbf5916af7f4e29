#include "observe/timeline/timeline.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace sgdma::observe {

namespace {

constexpr std::uint32_t kSlotRows = 1;
constexpr std::uint32_t kChannelRows = 2;
constexpr std::uint32_t kEngineRow = 3;

/// Threads of the process `kSlotRows` for each slot: its own, and those of bursts that overlap.
constexpr std::uint32_t kLanes = 1024;
constexpr Track kControlTrack{kEngineRow, 1};
constexpr std::uint32_t kFetchLanes = 10;

constexpr const char* kIncomplete = "\"incomplete\":true";
constexpr const char* kUnanswered = "\"unanswered\":true";

Track slot_track(std::size_t slot) {
  return {kSlotRows, static_cast<std::uint32_t>(slot) * kLanes + 1};
}
Track channel_track(std::size_t direction) {
  return {kChannelRows, static_cast<std::uint32_t>(direction) + 1};
}

}  // namespace

Timeline::Timeline(const TimelineOptions& options, std::string_view title, std::uint32_t slots,
                   const platform::QueuePairList& queue_pairs, std::uint64_t period_ps)
    : options_(options),
      file_(options.path, title, period_ps),
      queue_pairs_(queue_pairs),
      slots_(slots) {
  report_.path = options.path;
  file_.name_process(kSlotRows, "slots");
  file_.name_process(kChannelRows, "data channels");
  file_.name_process(kEngineRow, "engine");
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    file_.name_track(channel_track(index_of(direction)), name_of(direction));
  }
  file_.name_track(kControlTrack, "control");
}

/// Whether something at this edge is shown. Opens and closes the window.
bool Timeline::shows(Cycle now) {
  if (ended_ || now < options_.from) {
    return false;
  }
  const bool full = options_.limit != 0 && file_.bytes() >= options_.limit;
  if (now > options_.to || full) {
    report_.full = full;
    close_window(full ? now : options_.to + 1);
    return false;
  }
  if (!begun_) {
    open_window(options_.from);
  }
  return true;
}

void Timeline::open_window(Cycle now) {
  begun_ = report_.reached = true;
  report_.first = now;
  for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
    const Slot& held = slots_[slot];
    if (!held.transfer) continue;
    file_.begin(burst_track(slot, 0), now, held.transfer->name, held.transfer->args);
    for (std::size_t lane = 0; lane < held.bursts.lanes().size(); ++lane) {
      const std::optional<OpenBurst>& burst = held.bursts.lanes()[lane];
      if (burst) file_.begin(burst_track(slot, lane), now, burst->slice.name, burst->slice.args);
    }
  }
}

/// What is open is ended, from the inner to the outer.
void Timeline::close_window(Cycle now) {
  ended_ = true;
  if (begun_) {
    report_.last = now == 0 ? 0 : now - 1;
    for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
      for (std::size_t lane = 0; lane < slots_[slot].bursts.lanes().size(); ++lane) {
        if (slots_[slot].bursts.lanes()[lane]) {
          file_.end(burst_track(slot, lane), now, kIncomplete);
        }
      }
      if (slots_[slot].transfer) file_.end(slot_track(slot), now, kIncomplete);
    }
    for (std::size_t lane = 0; lane < fetches_.lanes().size(); ++lane) {
      if (fetches_.lanes()[lane]) {
        file_.end({kChannelRows, kFetchLanes + static_cast<std::uint32_t>(lane)}, now, kIncomplete);
      }
    }
    for (std::size_t direction = 0; direction < kDirections; ++direction) {
      if (charges_[direction]) file_.end(channel_track(direction), now);
    }
  }
  report_.bytes = file_.bytes();
  file_.close();
}

void Timeline::finish(Cycle end) {
  if (ended_) {
    return;
  }
  if (!begun_ && end > options_.from) {
    open_window(options_.from);
  }
  close_window(std::min(end, options_.to == kNever ? kNever : options_.to + 1));
}

/// The track of a burst; it gets its name with its first use.
Track Timeline::burst_track(std::size_t slot, std::size_t lane) {
  Track track = slot_track(slot);
  track.thread += static_cast<std::uint32_t>(std::min<std::size_t>(lane, kLanes - 1));
  Slot& held = slots_[slot];
  for (; held.named <= lane; ++held.named) {
    file_.name_track({kSlotRows, slot_track(slot).thread + static_cast<std::uint32_t>(held.named)},
                     held.named == 0 ? fmt::format("slot {}", slot)
                                     : fmt::format("slot {}, bursts {}", slot, held.named + 1));
  }
  return track;
}

void Timeline::on_grant(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                        const TransferRequest& request) {
  if (ended_) return;
  const bool show = shows(now);
  Slice slice;
  slice.name = fmt::format("{} qp {}", name_of(entry.direction), raw(entry.qp));
  slice.args = fmt::format(
      "\"slot\":{},\"qp\":{},\"dir\":\"{}\",\"tag\":\"{}\",\"addr\":\"{:#x}\",\"len\":{},"
      "\"segments\":{}",
      raw(slot), raw(entry.qp), name_of(entry.direction), to_string(entry.tag), entry.address,
      entry.remaining, request.segments.size());
  if (show) file_.begin(burst_track(raw(slot), 0), now, slice.name, slice.args);
  slots_[raw(slot)].transfer = std::move(slice);
  ++counters_[0].value;
}

void Timeline::on_burst(Cycle now, const BurstEvent& event) {
  if (ended_) return;
  const bool show = shows(now);
  OpenBurst burst{event.direction, event.bus_tag, {}};
  const bool read = event.direction == Direction::kGather;
  burst.slice.name = read ? "read burst" : "write burst";
  burst.slice.args = fmt::format(
      "\"addr\":\"{:#x}\",\"bytes\":{},\"beats\":{},\"segment\":{},\"id\":{}", event.burst.address,
      event.burst.bytes, event.burst.beats, event.segment, raw(event.bus_tag));
  const std::size_t slot = raw(event.slot);
  const std::size_t lane = slots_[slot].bursts.open(burst);
  if (show) file_.begin(burst_track(slot, lane), now, burst.slice.name, burst.slice.args);
  ++counters_[read ? 1 : 2].value;
}

void Timeline::on_response(Cycle now, const ResponseEvent& event) {
  if (ended_) return;
  const bool show = shows(now);
  const std::size_t slot = raw(event.slot);
  const auto lane = slots_[slot].bursts.close({event.direction, event.bus_tag, {}});
  if (!lane) return;  // of a transfer that has gone without it
  if (show) {
    file_.end(burst_track(slot, *lane), now,
              event.status == BusStatus::kOkay
                  ? std::string()
                  : fmt::format("\"status\":\"{}\"", name_of(event.status)));
  }
  --counters_[event.direction == Direction::kGather ? 1 : 2].value;
}

void Timeline::on_key_fetch(Cycle now, const KeyFetchEvent& event) {
  if (ended_) return;
  const bool show = shows(now);
  const std::pair key(raw(event.region), event.line);
  const std::optional<std::size_t> lane =
      event.answered ? fetches_.close(key) : std::optional(fetches_.open(key));
  if (!show || !lane) return;
  const Track track{kChannelRows, kFetchLanes + static_cast<std::uint32_t>(*lane)};
  if (event.answered) {
    file_.end(track, now);
    return;
  }
  for (; fetches_named_ <= *lane; ++fetches_named_) {
    file_.name_track({kChannelRows, kFetchLanes + static_cast<std::uint32_t>(fetches_named_)},
                     "key fetches");
  }
  file_.begin(track, now, "page list line",
              fmt::format("\"region\":{},\"line\":{},\"addr\":\"{:#x}\"", raw(event.region),
                          event.line, event.burst.address));
}

void Timeline::on_control(Cycle now, const ControlEvent& event) {
  if (!shows(now)) return;
  const std::string subject =
      concerns_region(event.kind)               ? fmt::format("\"key\":{}", raw(event.region))
      : event.kind == ControlKind::kEngineReset ? std::string()
                                                : fmt::format("\"qp\":{}", raw(event.qp));
  file_.instant(kControlTrack, now,
                fmt::format("{} {}", name_of(event.kind), event.answered ? "answered" : "asked"),
                subject);
}

void Timeline::on_teardown(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                           const TeardownEvent& event) {
  if (!shows(now)) return;
  file_.instant(slot_track(raw(slot)), now, fmt::format("teardown: {}", name_of(event.cause)),
                fmt::format("\"policy\":\"{}\",\"tag\":\"{}\",\"left\":{}", name_of(event.policy),
                            to_string(entry.tag), entry.remaining));
}

void Timeline::on_fault(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                        const FaultRecord& fault) {
  if (!shows(now)) return;
  file_.instant(
      slot_track(raw(slot)), now, fmt::format("fault: {}", name_of(fault.status)),
      fmt::format("\"qp\":{},\"tag\":\"{}\",\"addr\":\"{:#x}\",\"segment\":{},\"beat\":{}",
                  raw(entry.qp), to_string(entry.tag), fault.address, fault.segment, fault.beat));
}

void Timeline::on_quarantine(Cycle now, const QuarantineEvent& event) {
  if (!shows(now)) return;
  file_.instant(slot_track(raw(event.slot)), now,
                event.over ? "late answer complete" : "answer missing",
                fmt::format("\"id\":{},\"tag\":\"{}\"", raw(event.bus_tag), to_string(event.tag)));
}

/// Bursts that are not answered end with their transfer.
void Timeline::on_free(Cycle now, SlotIndex slot, const InFlightEntry& entry) {
  if (ended_) return;
  const bool show = shows(now);
  Slot& held = slots_[raw(slot)];
  for (std::size_t lane = 0; lane < held.bursts.lanes().size(); ++lane) {
    const std::optional<OpenBurst> burst = held.bursts.lanes()[lane];
    if (!burst) continue;
    if (show) file_.end(burst_track(raw(slot), lane), now, kUnanswered);
    held.bursts.close(*burst);
    --counters_[burst->direction == Direction::kGather ? 1 : 2].value;
  }
  held.transfer.reset();
  if (show) {
    file_.end(slot_track(raw(slot)), now,
              entry.remaining == 0 ? std::string() : fmt::format("\"left\":{}", entry.remaining));
  }
  --counters_[0].value;
}

void Timeline::on_reject(Cycle now, const CompletionTag& tag, CompletionStatus status,
                         std::uint64_t bytes) {
  if (!shows(now)) return;
  file_.instant(kControlTrack, now, fmt::format("rejected: {}", name_of(status)),
                fmt::format("\"tag\":\"{}\",\"len\":{}", to_string(tag), bytes));
}

void Timeline::on_state(Cycle now, QpNumber qp, platform::QpState state) {
  if (!shows(now)) return;
  file_.instant(kControlTrack, now, fmt::format("qp {} {}", raw(qp), name_of(state)),
                fmt::format("\"qp\":{}", raw(qp)));
}

void Timeline::charge(Cycle from, const core::EdgeSignals& signals) {
  for (std::size_t direction = 0; direction < kDirections; ++direction) {
    const core::Charge& charge = signals.charges[direction];
    if (charges_[direction] == charge) continue;
    if (charges_[direction]) file_.end(channel_track(direction), from);
    charges_[direction] = charge;
    file_.begin(channel_track(direction), from, core::name_of(charge.cause),
                charge.owner == core::kNobody
                    ? std::string()
                    : fmt::format("\"qp\":{}", raw(queue_pairs_.number_of(charge.owner))));
  }
}

void Timeline::tell_counters(Cycle now) {
  for (Counter& counter : counters_) {
    if (counter.told == counter.value) continue;
    counter.told = counter.value;
    file_.counter(kEngineRow, now, counter.name, counter.value);
  }
}

void Timeline::on_edge(Cycle now, const core::EdgeSignals& signals) {
  if (!shows(now)) return;
  charge(now, signals);
  tell_counters(now);
}

void Timeline::on_quiet(Cycle from, Cycle last, const core::EdgeSignals& signals) {
  if (last < options_.from || !shows(std::max(from, options_.from))) return;
  charge(std::max(from, options_.from), signals);
}

}  // namespace sgdma::observe
