#include "oracle/silence_checker.h"

#include <algorithm>

#include <fmt/format.h>

namespace sgdma::oracle {

SilenceChecker::SilenceChecker(const Limits& limits, SlotTable& slots, ViolationLog& log)
    : limits_(limits), slots_(slots), log_(log) {
  if (!idle()) {
    bursts_ = {std::vector<OpenBurst>(limits.tags[0]), std::vector<OpenBurst>(limits.tags[1])};
    moved_.resize(limits.slots);
  }
}

SilenceChecker::OpenBurst* SilenceChecker::open_burst(const BusOwner& owner) {
  std::vector<OpenBurst>& all = bursts_[index_of(owner.direction)];
  if (raw(owner.bus_tag) >= all.size() || !all[raw(owner.bus_tag)].open ||
      all[raw(owner.bus_tag)].owner != owner.tag) {
    return nullptr;
  }
  return &all[raw(owner.bus_tag)];
}

void SilenceChecker::on_burst(const SeenBurst& burst) {
  std::vector<OpenBurst>& all = bursts_[index_of(burst.owner.direction)];
  if (raw(burst.owner.bus_tag) >= all.size() || !slots_.exists(burst.owner.slot)) {
    return;
  }
  OpenBurst& open = all[raw(burst.owner.bus_tag)];
  // What memory says of its answers is there already: it serves a request before the engine tells.
  open.open = true;
  open.away = false;
  open.slot = burst.owner.slot;
  open.owner = burst.owner.tag;
  open.segment = burst.segment;
  open.region.reset();
  const RunningTransfer* transfer = slots_.running(burst.owner.slot, burst.owner.tag);
  if (transfer != nullptr && transfer->work != nullptr && transfer->issued.left() > 0) {
    open.region = transfer->work->map.runs()[transfer->issued.run()].region;
  }
  open.address = burst.address;
  open.bytes = burst.bytes;
  open.beats = burst.beats;
  open.heard = 0;
  open.driven = log_.now();
}

void SilenceChecker::on_served(const platform::ServedBeat& beat) {
  const Cycle edge = beat.answer_edge;
  AnswerQueue& queue = answers_[beat.write ? 1 : 0];
  queue.take_until(log_.now());
  if (!beat.write && edge != 0 && edge != kNever) {
    queue.put(edge);
  }
  std::vector<OpenBurst>& all = bursts_[beat.write ? 1 : 0];
  if (!beat.framed || beat.page_list || raw(beat.bus_tag) >= all.size()) {
    return;
  }
  OpenBurst& burst = all[raw(beat.bus_tag)];
  if (beat.write) {
    served_write(beat, burst);
  } else {
    burst.answers.push_back(edge);
  }
}

void SilenceChecker::served_write(const platform::ServedBeat& beat, OpenBurst& burst) {
  burst.last_answer =
      std::max(burst.last_answer, beat.answer_edge != 0 ? beat.answer_edge : kNever);
  const bool last = beat.beat + 1 == beat.beats;
  if (last && burst.last_answer != kNever && !limits_.posted_writes) {
    answers_[index_of(Direction::kScatter)].put(burst.last_answer);
  }
}

bool SilenceChecker::may_serve(const platform::ServedBeat& beat) const {
  const std::vector<OpenBurst>& all = bursts_[beat.write ? 1 : 0];
  if (!beat.framed || raw(beat.bus_tag) >= all.size()) {
    return false;
  }
  const OpenBurst& burst = all[raw(beat.bus_tag)];
  return burst.open && burst.away && burst.owner == beat.owner && (!beat.write || beat.cut);
}

Cycle SilenceChecker::due(const OpenBurst& burst, Direction direction) const {
  const bool buffered = direction == Direction::kGather && !limits_.reads_in_order;
  return buffered ? std::max(deadline(burst), moved_[raw(burst.slot)]) : deadline(burst);
}

bool SilenceChecker::is_overdue(const OpenBurst& burst, Direction direction) const {
  const bool exact =
      waits_count(direction) && (direction == Direction::kGather || burst.heard == burst.beats);
  const Cycle edge = due(burst, direction);
  return exact ? edge == log_.now() : edge <= log_.now();
}

bool SilenceChecker::misses_beat(const OpenBurst& burst) const {
  if (limits_.reads_in_order) {
    return true;
  }
  const std::vector<OpenBurst>& all = bursts_[index_of(Direction::kGather)];
  const bool first = std::none_of(all.begin(), all.end(), [&](const OpenBurst& other) {
    return other.open && other.owner == burst.owner && other.driven < burst.driven;
  });
  return first && burst.heard < burst.answers.size() &&
         burst.answers[burst.heard] > due(burst, Direction::kGather);
}

void SilenceChecker::overlooked(const OpenBurst& burst, const BusOwner& owner) {
  log_.report(
      "silence_overlooked", place_of(owner.slot, owner.tag),
      fmt::format("the burst at 0x{:x}, last driven at cycle {}, goes on after {} cycles of "
                  "silence",
                  burst.address, burst.driven, limits_.bus_timeout));
}

bool SilenceChecker::stopped_before(const BusOwner& owner) const {
  const RunningTransfer* transfer = slots_.running(owner.slot, owner.tag);
  return transfer != nullptr && transfer->stop &&
         transfer->stop->policy == TeardownPolicy::kFinishBeat && transfer->stop->at < log_.now();
}

void SilenceChecker::on_beat(const SeenBeat& beat) {
  OpenBurst* burst = open_burst(beat.owner);
  if (burst == nullptr) {
    return;
  }
  const bool gather = beat.owner.direction == Direction::kGather;
  if (!burst->away) {
    // Where responses may come in any order, a beat was there before it moved.
    const bool seen_now = !gather || limits_.reads_in_order;
    const Cycle known =
        gather && burst->heard < burst->answers.size() ? burst->answers[burst->heard] : Cycle{0};
    const Cycle seen = seen_now ? log_.now() : known;
    const Cycle driven = gather ? burst->driven : beat.driven;
    const Cycle latest = seen_now ? driven + limits_.bus_timeout : due(*burst, Direction::kGather);
    if (!log_.holds(!waits_count(beat.owner.direction) || seen <= latest)) {
      overlooked(*burst, beat.owner);
    }
  }
  ++burst->heard;
  if (!gather) {
    burst->driven = beat.driven;
  } else if (!burst->away && !stopped_before(beat.owner)) {
    moved_[raw(burst->slot)] = log_.now();
  }
  if ((gather || limits_.posted_writes) && burst->heard == burst->beats && !burst->away) {
    close(*burst);
  }
}

void SilenceChecker::close(OpenBurst& burst) {
  burst.open = false;
  burst.answers.clear();
  burst.last_answer = 0;
}

void SilenceChecker::on_response(const SeenResponse& response) {
  OpenBurst* burst = open_burst(response.owner);
  if (burst == nullptr || response.owner.direction == Direction::kGather) {
    return;
  }
  if (!log_.holds(burst->away || log_.now() <= deadline(*burst))) {
    overlooked(*burst, response.owner);
  }
  if (!burst->away) {
    close(*burst);
  }
}

void SilenceChecker::on_timeout(const BusOwner& owner, const FaultRecord& fault, std::uint64_t next,
                                std::uint32_t segment) {
  const Place place = place_of(owner.slot, owner.tag);
  const bool gather = owner.direction == Direction::kGather;
  if (!log_.holds(!gather || (fault.address == next && fault.segment == segment))) {
    log_.report("fault_record", place,
                fmt::format("a timeout at 0x{:x}, segment {}; the transfer waits for 0x{:x}, "
                            "segment {}",
                            fault.address, fault.segment, next, segment));
  }
  const std::vector<OpenBurst>& all = bursts_[index_of(owner.direction)];
  const auto burst = std::find_if(all.begin(), all.end(), [&](const OpenBurst& open) {
    // Segments may overlap.
    return open.open && !open.away && open.owner == owner.tag && open.segment == fault.segment &&
           fault.address >= open.address && fault.address - open.address < open.bytes;
  });
  if (!log_.holds(burst != all.end() && is_overdue(*burst, owner.direction))) {
    log_.report("silence_unfounded", place,
                burst == all.end()
                    ? fmt::format("a timeout at 0x{:x}, where no burst is open", fault.address)
                    : fmt::format("a timeout of a burst that was last driven at cycle {}, after {} "
                                  "of {} cycles",
                                  burst->driven, log_.now() - burst->driven, limits_.bus_timeout));
    return;
  }
  Cycle answer = burst->last_answer;
  if (gather) {
    answer = burst->heard < burst->answers.size() ? burst->answers[burst->heard] : 0;
  } else if (burst->heard < burst->beats) {
    answer = 0;  // a beat waits for its acceptance
  }
  const bool there = answer != 0 && answer <= log_.now();
  if (!log_.holds(!there || !waits_count(owner.direction) ||
                  answers_[index_of(owner.direction)].backlog(log_.now()))) {
    log_.report("silence_unfounded", place,
                fmt::format("a timeout, and memory's answer could be seen at cycle {}", answer));
  }
}

void SilenceChecker::on_quarantine(const SeenQuarantine& seen) {
  const Place place = place_of(seen.owner.slot, seen.owner.tag);
  OpenBurst* burst = open_burst(seen.owner);
  if (!log_.holds(burst != nullptr && burst->address == seen.address && burst->away == seen.over)) {
    log_.report("quarantine", place,
                fmt::format("bus tag {} has no burst at 0x{:x} that could {} quarantine",
                            raw(seen.owner.bus_tag), seen.address, seen.over ? "leave" : "enter"));
    return;
  }
  if (seen.over) {
    if (!log_.holds(burst->heard == burst->beats && seen.heard == burst->beats)) {
      log_.report("quarantine", place,
                  fmt::format("over after {} of {} beats", burst->heard, burst->beats));
    }
    close(*burst);
    return;
  }
  // The transfer goes with all of its bursts; one of them has been silent for long enough.
  const std::vector<OpenBurst>& all = bursts_[index_of(seen.owner.direction)];
  const bool overdue = std::any_of(all.begin(), all.end(), [&](const OpenBurst& other) {
    return other.open && other.owner == seen.owner.tag && is_overdue(other, seen.owner.direction);
  });
  if (!log_.holds(overdue)) {
    log_.report("silence_unfounded", place,
                "a burst is put into quarantine, and none of its transfer is overdue");
  }
  const RunningTransfer* transfer = slots_.running(seen.owner.slot, seen.owner.tag);
  const bool stopped = transfer != nullptr && transfer->stop &&
                       transfer->stop->policy == TeardownPolicy::kFinishBeat;
  if (!log_.holds(transfer != nullptr && (transfer->failed || stopped))) {
    log_.report("quarantine", place, "a burst is put into quarantine, and its transfer runs on");
  }
  burst->away = true;
}

std::optional<Place> SilenceChecker::in_quarantine(RegionHandle region) const {
  for (const std::vector<OpenBurst>& all : bursts_) {
    for (const OpenBurst& burst : all) {
      if (burst.open && burst.away && burst.region == region) {
        return place_of(burst.slot, burst.owner);
      }
    }
  }
  return std::nullopt;
}

void SilenceChecker::finish(const FinalState& state) {
  if (state.drained) {
    return;  // what is open and not in quarantine is a tag that is lost
  }
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    for (std::uint32_t tag = 0; tag < bursts_[index_of(direction)].size(); ++tag) {
      const OpenBurst& burst = bursts_[index_of(direction)][tag];
      if (!burst.open || burst.away || !waits_count(direction)) {
        continue;
      }
      const bool counts =
          direction == Direction::kGather ? misses_beat(burst) : burst.heard == burst.beats;
      if (!log_.holds(!counts || state.cycles <= due(burst, direction))) {
        overlooked(burst, {burst.slot, direction, burst.owner, BusTag{tag}});
      }
    }
  }
}

}  // namespace sgdma::oracle
