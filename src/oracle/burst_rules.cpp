#include "oracle/burst_rules.h"

#include <algorithm>

#include <fmt/format.h>

namespace sgdma::oracle {
namespace {

constexpr std::uint64_t kLine = 4096;
constexpr std::uint32_t kMostBeats = 256;

}  // namespace

BurstRules::BurstRules(const Limits& limits, SlotTable& slots, ViolationLog& log)
    : limits_(limits),
      bus_width_(limits.bus_width),
      slots_(slots),
      log_(log),
      tags_{Tags(limits.tags[0]), Tags(limits.tags[1])} {}

void BurstRules::on_burst(const SeenBurst& burst) {
  const Place place = place_of(burst.owner.slot, burst.owner.tag);
  check_shape(burst, place);
  RunningTransfer* transfer = slots_.running(burst.owner.slot, burst.owner.tag);
  if (!log_.holds(transfer != nullptr && transfer->direction == burst.owner.direction)) {
    log_.report("burst_stray", place, "a burst of a transfer that does not run in this slot");
    return;
  }
  take_tag(burst, place);
  ++transfer->bursts;
  check_limits(burst, *transfer, place);
  if (transfer->stop) {
    check_stop(burst, *transfer, place);
  }
  if (!log_.holds(!transfer->gone_from ||
                  transfer->issued.bytes() + burst.bytes <= *transfer->gone_from)) {
    log_.report(
        "burst_after_deregistration", place,
        fmt::format("a burst of {} bytes begins at offset {}, from {} on its region is gone",
                    burst.bytes, transfer->issued.bytes(), *transfer->gone_from));
  }
  if (transfer->work != nullptr) {
    check_place(burst, *transfer, place);
  }
  // Write bursts come one after the other; a read burst is asked for while beats of others move.
  if (burst.owner.direction == Direction::kScatter && burst.address % bus_width_ == 0 &&
      raw(burst.owner.bus_tag) < tags_[1].count) {
    set_course(burst.owner, *transfer, tags_[1].bursts[raw(burst.owner.bus_tag)]);
  }
}

void BurstRules::check_stop(const SeenBurst& burst, const RunningTransfer& transfer,
                            const Place& place) {
  const Stop& stop = *transfer.stop;
  if (!log_.holds(transfer.issued.bytes() + burst.bytes <= stop.issue_limit)) {
    log_.report(
        "burst_after_stop", place,
        fmt::format("a burst begins at offset {}, torn down at cycle {} it stops at {} ({})",
                    transfer.issued.bytes(), stop.at, stop.issue_limit, name_of(stop.policy)));
  }
}

void BurstRules::check_shape(const SeenBurst& burst, const Place& place) {
  const std::uint32_t width = limits_.bus_width;
  const std::uint64_t last = burst.address + burst.bytes - 1;
  if (!log_.holds(burst.bytes > 0 && burst.address / kLine == last / kLine)) {
    log_.report("burst_4k", place,
                fmt::format("{} bytes from 0x{:x} cross a 4 KiB line", burst.bytes, burst.address));
  }
  const std::uint64_t words = last / width - burst.address / width + 1;
  if (!log_.holds(burst.beats == words && burst.beats >= 1 && burst.beats <= kMostBeats)) {
    log_.report("burst_beats", place,
                fmt::format("{} beats for {} bus words (1 to {})", burst.beats, words, kMostBeats));
  }
  const std::uint32_t most = limits_.max_burst[index_of(burst.owner.direction)];
  if (!log_.holds(words * width <= most)) {
    log_.report(
        "burst_length", place,
        fmt::format("{} words of {} bytes, the longest burst has {} bytes", words, width, most));
  }
}

void BurstRules::check_place(const SeenBurst& burst, RunningTransfer& transfer,
                             const Place& place) {
  MapWalk& issued = transfer.issued;
  if (!log_.holds(issued.left() > 0 && issued.address() == burst.address)) {
    log_.report("burst_address", place,
                fmt::format("a burst at 0x{:x} at offset {}, {}", burst.address, issued.bytes(),
                            issued.left() == 0 ? std::string("after the last byte")
                                               : fmt::format("right is 0x{:x}", issued.address())));
    return;
  }
  const std::uint64_t width = limits_.bus_width;
  const std::uint64_t room =
      limits_.max_burst[index_of(burst.owner.direction)] - burst.address % width;
  const std::uint64_t right =
      std::min({std::uint64_t{issued.left()}, kLine - burst.address % kLine, room});
  if (!log_.holds(burst.bytes == right)) {
    log_.report("burst_split", place,
                fmt::format("{} bytes from 0x{:x}, the greedy rule gives {}", burst.bytes,
                            burst.address, right));
  }
  const std::uint32_t segment = issued.run() - transfer.begin.run;
  if (!log_.holds(burst.segment == segment)) {
    log_.report("burst_segment", place,
                fmt::format("segment {}, right is {}", burst.segment, segment));
  }
  issued.skip(transfer.work->map, burst.bytes);
}

void BurstRules::check_limits(const SeenBurst& burst, RunningTransfer& transfer,
                              const Place& place) {
  const std::size_t direction = index_of(burst.owner.direction);
  const std::uint32_t per_slot = limits_.bursts_per_slot[direction];
  if (!log_.holds(per_slot == 0 || transfer.bursts <= per_slot)) {
    log_.report("limit_bursts_per_slot", place,
                fmt::format("{} bursts of a slot are outstanding, {} are allowed", transfer.bursts,
                            per_slot));
  }
  if (burst.owner.direction == Direction::kGather) {
    read_bytes_ += burst.bytes;
    if (!log_.holds(limits_.read_bytes == 0 || read_bytes_ <= limits_.read_bytes)) {
      log_.report(
          "limit_read_bytes", place,
          fmt::format("{} bytes are asked for, {} are allowed", read_bytes_, limits_.read_bytes));
    }
  }
}

void BurstRules::take_tag(const SeenBurst& burst, const Place& place) {
  const std::size_t direction = index_of(burst.owner.direction);
  Tags& all = tags_[direction];
  if (!log_.holds(raw(burst.owner.bus_tag) < all.count)) {
    log_.report("tag_range", place,
                fmt::format("bus tag {} of {}", raw(burst.owner.bus_tag), all.count));
    return;
  }
  OpenBurst& open = all.bursts[raw(burst.owner.bus_tag)];
  if (!log_.holds(!open.busy && (!open.was_used || log_.now() > open.given_back))) {
    log_.report("tag_reuse", place,
                fmt::format("bus tag {} is {}", raw(burst.owner.bus_tag),
                            open.busy ? "in use" : "given back at this edge"));
  }
  busy_[direction] += open.busy ? 0U : 1U;
  end_course(burst.owner.direction, open);
  open = OpenBurst{};
  open.busy = true;
  open.slot = burst.owner.slot;
  open.address = burst.address;
  open.bytes = burst.bytes;
  open.beats = burst.beats;
}

BurstRules::OpenBurst* BurstRules::open_burst(const BusOwner& owner, const Place& place) {
  Tags& all = tags_[index_of(owner.direction)];
  const std::uint32_t tag = raw(owner.bus_tag);
  const bool open = tag < all.count && all.bursts[tag].busy && all.bursts[tag].slot == owner.slot;
  if (!log_.holds(open)) {
    log_.report("tag_unknown", place, fmt::format("bus tag {} has no burst of this slot", tag));
    return nullptr;
  }
  return &all.bursts[tag];
}

RunningTransfer* BurstRules::check_beat(const BeatEvent& beat) {
  log_.count(kBeatChecks);
  courses_[index_of(beat.direction)].last_beat = 0;
  RunningTransfer* transfer = slots_.running(beat.slot, beat.tag);
  Tags& tags = tags_[index_of(beat.direction)];
  const std::uint32_t tag = raw(beat.bus_tag);
  if (transfer == nullptr || transfer->direction != beat.direction || tag >= tags.count ||
      !tags.bursts[tag].moves_for(beat.slot)) {
    refuse(beat);
    return nullptr;
  }
  OpenBurst& open = tags.bursts[tag];
  const std::uint64_t address = open.address + open.moved;
  const std::uint32_t to_word_end =
      bus_width_ - (static_cast<std::uint32_t>(address) & (bus_width_ - 1));
  const std::uint32_t bytes = std::min(to_word_end, open.bytes - open.moved);
  const std::uint32_t after = transfer->moved + beat.range.bytes;
  const bool in_place = beat.offset == transfer->moved && beat.beat == open.next_beat &&
                        beat.range.address == address && beat.range.bytes == bytes &&
                        beat.range.offset == open.moved &&
                        beat.last == (open.next_beat + 1 == open.beats) &&
                        beat.remaining == transfer->bytes - after;
  if (!in_place && !report_beat(beat, *transfer, open, bytes)) {
    return nullptr;
  }
  if (transfer->stop || open.wasted > 0) {
    check_stopped_beat(beat, *transfer, open);
  }
  transfer->moved = after;
  ++open.next_beat;
  open.moved += beat.range.bytes;
  if (in_place) {
    set_course({beat.slot, beat.direction, beat.tag, beat.bus_tag}, *transfer, open);
  }
  if (beat.last && beat.direction == Direction::kScatter && limits_.posted_writes) {
    give_back({beat.slot, beat.direction, beat.tag, beat.bus_tag}, open);
  }
  return transfer;
}

void BurstRules::set_course(const BusOwner& owner, RunningTransfer& transfer, OpenBurst& open) {
  const std::uint32_t last_beat = open.beats - 1;
  const bool whole_words = open.next_beat < last_beat &&
                           (last_beat - open.next_beat) * bus_width_ <= open.bytes - open.moved;
  if (whole_words && !transfer.stop && open.wasted == 0) {
    courses_[index_of(owner.direction)] = {last_beat,  owner.slot,   owner.bus_tag,
                                           bus_width_, open.address, transfer.bytes - bus_width_,
                                           owner.tag,  &open,        &transfer};
  }
}

void BurstRules::refuse(const BeatEvent& beat) {
  const Place place = place_of(beat.slot, beat.tag);
  const RunningTransfer* transfer = slots_.running(beat.slot, beat.tag);
  if (transfer == nullptr || transfer->direction != beat.direction) {
    log_.report("beat_stray", place, "a beat of a transfer that does not run in this slot");
    return;
  }
  const Tags& all = tags_[index_of(beat.direction)];
  const std::uint32_t tag = raw(beat.bus_tag);
  const bool away = tag < all.count && all.bursts[tag].busy && all.bursts[tag].slot == beat.slot;
  if (away) {
    log_.report("beat_after_timeout", place,
                fmt::format("a beat of bus tag {} moves, which is in quarantine", tag));
  } else {
    open_burst({beat.slot, beat.direction, beat.tag, beat.bus_tag}, place);
  }
}

void BurstRules::check_stopped_beat(const BeatEvent& beat, const RunningTransfer& transfer,
                                    const OpenBurst& open) {
  const Place place = place_of(beat.slot, beat.tag);
  if (!log_.holds(open.wasted == 0)) {
    log_.report("beat_after_cut", place, "a beat moves behind one of its burst that did not");
  }
  // A write beat that was on the bus before is taken; a read beat that comes later is not.
  const bool stops_now = transfer.stop && transfer.stop->policy == TeardownPolicy::kFinishBeat;
  const bool was_out =
      beat.direction == Direction::kScatter && beat.driven < transfer.stop.value_or(Stop{}).at;
  if (!log_.holds(!stops_now || was_out)) {
    log_.report("beat_after_stop", place,
                fmt::format("offset {} moves, the transfer was stopped at cycle {}", beat.offset,
                            transfer.stop->at));
  }
}

void BurstRules::on_waste(const SeenBeat& beat) {
  const Place place = place_of(beat.owner.slot, beat.owner.tag);
  RunningTransfer* transfer = slots_.running(beat.owner.slot, beat.owner.tag);
  OpenBurst* open = open_burst(beat.owner, place);
  const bool away = open != nullptr && open->away;
  if (!log_.holds(away || transfer != nullptr) || open == nullptr) {
    log_.report("beat_stray", place, "a beat of a transfer that does not run in this slot");
    return;
  }
  const bool scatter = beat.owner.direction == Direction::kScatter;
  const bool stopped =
      away || (transfer->stop && transfer->stop->policy == TeardownPolicy::kFinishBeat);
  if (!log_.holds(stopped || (!scatter && transfer->fault))) {
    log_.report("beat_wasted", place, "a beat is thrown away or cut, and nothing has stopped it");
  }
  if (!log_.holds(beat.beat == open->next_beat &&
                  beat.last == (open->next_beat + 1 == open->beats))) {
    log_.report("beat_frame", place,
                fmt::format("beat {}{} is wasted, right is beat {} of {}", beat.beat,
                            beat.last ? " (last)" : "", open->next_beat, open->beats));
  }
  ++open->next_beat;
  ++open->wasted;
  if (beat.last && limits_.posted_writes && scatter) {
    give_back(beat.owner, *open);
  }
}

bool BurstRules::report_beat(const BeatEvent& beat, const RunningTransfer& transfer,
                             const OpenBurst& open, std::uint32_t bytes) {
  const Place place = place_of(beat.slot, beat.tag);
  const std::uint64_t address = open.address + open.moved;
  const std::uint32_t left = transfer.bytes - transfer.moved - beat.range.bytes;
  if (beat.offset != transfer.moved) {
    log_.report(
        beat.offset < transfer.moved ? "beat_twice" : "beat_skipped", place,
        fmt::format("a beat at offset {} after {} bytes have moved", beat.offset, transfer.moved));
  } else if (beat.range.address != address) {
    log_.report("beat_address", place,
                fmt::format("offset {} moves at 0x{:x}, right is 0x{:x}", beat.offset,
                            beat.range.address, address));
  } else if (beat.remaining != left) {
    log_.report("remaining", place,
                fmt::format("{} bytes remain, right is {}", beat.remaining, left));
  } else {
    log_.report("beat_frame", place,
                fmt::format("beat {}{} with {} bytes, right is beat {} of {} with {}", beat.beat,
                            beat.last ? " (last)" : "", beat.range.bytes, open.next_beat,
                            open.beats, bytes));
  }
  return beat.offset == transfer.moved;
}

void BurstRules::on_response(const SeenResponse& response) {
  const Place place = place_of(response.owner.slot, response.owner.tag);
  OpenBurst* open = open_burst(response.owner, place);
  if (open == nullptr) {
    return;
  }
  if (!log_.holds(open->address == response.address)) {
    log_.report("response_address", place,
                fmt::format("a response for 0x{:x}, the burst began at 0x{:x}", response.address,
                            open->address));
  }
  if (!log_.holds(open->next_beat == open->beats)) {
    log_.report("response_early", place,
                fmt::format("the burst ends after {} of {} beats", open->next_beat, open->beats));
  }
  if (!log_.holds(open->wasted > 0 || open->moved == open->bytes)) {
    log_.report("response_early", place,
                fmt::format("the burst ends after {} of {} bytes", open->moved, open->bytes));
  }
  give_back(response.owner, *open);
}

void BurstRules::give_back(const BusOwner& owner, OpenBurst& open) {
  if (owner.direction == Direction::kGather) {
    read_bytes_ -= open.bytes;
  }
  RunningTransfer* transfer = open.away ? nullptr : slots_.running(owner.slot, owner.tag);
  if (transfer != nullptr) {
    --transfer->bursts;
  }
  away_[index_of(owner.direction)] -= open.away ? 1U : 0U;
  end_course(owner.direction, open);
  open.busy = false;
  open.was_used = true;
  open.given_back = log_.now();
  --busy_[index_of(owner.direction)];
}

void BurstRules::on_quarantine(const BusOwner& owner, bool over) {
  const Place place = place_of(owner.slot, owner.tag);
  if (over) {
    const Tags& all = tags_[index_of(owner.direction)];
    const std::uint32_t tag = raw(owner.bus_tag);
    const bool back =
        tag < all.count && !all.bursts[tag].busy && all.bursts[tag].given_back == log_.now();
    if (!log_.holds(back)) {
      log_.report("quarantine", place,
                  fmt::format("bus tag {} is given back without its answer", tag));
    }
    return;
  }
  OpenBurst* open = open_burst(owner, place);
  RunningTransfer* transfer = slots_.running(owner.slot, owner.tag);
  if (open == nullptr || open->away || transfer == nullptr) {
    return;
  }
  open->away = true;
  transfer->silent_target = true;
  ++away_[index_of(owner.direction)];
  --transfer->bursts;
}

void BurstRules::finish_tags(Direction direction, const std::optional<std::uint32_t>& free,
                             const FinalState& state) {
  const std::size_t at = index_of(direction);
  if (!log_.holds(!state.drained || busy_[at] == away_[at])) {
    log_.report("tag_leak", {},
                fmt::format("{} {} bursts have not ended", busy_[at], name_of(direction)));
  }
  const auto known = tags_[at].count - busy_[at];
  if (!log_.holds(!free || *free == known)) {
    log_.report("tag_leak", {},
                fmt::format("{} {} tags are free, right is {}", *free, name_of(direction), known));
  }
}

void BurstRules::finish(const FinalState& state) {
  finish_tags(Direction::kGather, state.free_read_tags, state);
  finish_tags(Direction::kScatter, state.free_write_tags, state);
  if (!log_.holds(!state.read_bytes_outstanding || *state.read_bytes_outstanding == read_bytes_)) {
    log_.report("credit_leak", {},
                fmt::format("{} read bytes are outstanding, right is {}",
                            *state.read_bytes_outstanding, read_bytes_));
  }
}

}  // namespace sgdma::oracle
