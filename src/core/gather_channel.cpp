#include "core/gather_channel.h"

#include <algorithm>

#include "core/ensure.h"
#include "core/mutation.h"

namespace sgdma::core {

GatherChannel::GatherChannel(const EngineConfig& config, Transfers& transfers, SlotUnits& units,
                             KeyPort& keys, ReadBus& bus, PayloadEgress& egress,
                             Retirement& retirement, const Watch& watch)
    : config_(config),
      max_burst_(max_burst(config, Direction::kGather)),
      transfers_(transfers),
      units_(units),
      lines_(config, keys, watch),
      bus_(bus),
      egress_(egress),
      retirement_(retirement),
      watch_(watch),
      scheduler_(config.burst_scheduling, config.slots),
      capped_(config.burst_scheduling, config.slots),
      reads_(config.read_bursts),
      free_tags_(config.read_bursts),
      unanswered_(config.bus_timeout != 0 ? config.read_bursts : 0),
      timeout_(config.bus_timeout),
      quarantine_(Direction::kGather, watch),
      deliverable_(config.response_order == ResponseOrder::kAny ? config.slots : 0) {
  for (std::uint32_t tag = 0; tag < config.read_bursts; ++tag) {
    free_tags_.insert(tag);
  }
}

void GatherChannel::begin(SlotIndex slot) {
  scheduler_.insert(slot, transfers_.state(slot).grant_number);
}

void GatherChannel::stream(Cycle now, std::uint32_t beats, bool in_row) {
  const std::uint32_t bytes = beats * config_.bus_width;
  const Cycle last = now + beats - 1;
  InFlightEntry& entry = *stream_.entry;
  const std::uint32_t offset = stream_.state->bytes - entry.remaining;
  egress_.put(last, entry.tag, offset, bus_.peek_read(now)->data, bytes);
  entry.address += bytes;
  entry.remaining -= bytes;
  stream_.state->segment_left -= bytes;
  stream_.read->arrived += beats;
  stream_.read->moved += beats;
  counters_.beats += beats;
  counters_.bytes += bytes;
  moved_at_ = last;
  if (watch_.beats != nullptr) {
    const BeatEvent event = streamed_beat(now, offset);
    if (in_row) {
      watch_.beats->on_row(now, event, beats);
    } else {
      watch_.beats->on_beat(now, event);
    }
  }
  bus_.finish_row(last, beats);
}

void GatherChannel::take_in_order(Cycle now, const ReadBeat& beat) {
  stream_.tag = kNoTag;
  ReadBurst& read = reads_[raw(beat.tag)];
  if (read.arrived != beat.beat) {
    take_apart(now, beat);
    return;
  }
  const TransferState& state = transfers_.state(read.slot);
  ensure(state.first_read == raw(beat.tag), "a read beat came out of order in its slot");
  const bool moves =
      (!state.stopped || mutated(Fault::kStoppedReadsMove)) && beat.status == BusStatus::kOkay;
  if (moves && !egress_.ready(now)) {
    ++held_;
    return;
  }
  ++read.arrived;
  if (watch_.edges != nullptr) {
    report_taken(now, read, beat);
  }
  if (moves) {
    move(now, read, beat);
    if (read.moved < read.burst.beats && egress_.unlimited()) {
      stream_ = {raw(beat.tag), &read, &transfers_.state(read.slot),
                 transfers_.entry_in_place(read.slot)};
      stream_.tag = stream_.entry == nullptr ? kNoTag : stream_.tag;
    }
  } else if (state.stopped) {
    discard(now, read, beat);
  } else {
    hold_fault(beat);
  }
  bus_.finish_read(now);
}

void GatherChannel::take_any_order(Cycle now) {
  const std::uint64_t retired = retirement_.retired();
  take_early(now);
  // One transfer of the direction ends an edge: a discarded beat may have ended one.
  if (!deliverable_.empty() && retirement_.retired() == retired) {
    deliver(now);
  }
  reordered_.set(now, buffered_bytes_);
}

void GatherChannel::take_early(Cycle now) {
  const ReadBeat* valid = bus_.peek_read(now);
  if (valid == nullptr) {
    return;
  }
  const ReadBeat beat = *valid;
  ReadBurst& read = reads_[raw(beat.tag)];
  if (read.arrived != beat.beat) {
    take_apart(now, beat);
    return;
  }
  bus_.take_read(now);
  ++read.arrived;
  read.worst = std::max(read.worst, beat.status);
  if (watch_.edges != nullptr) {
    report_taken(now, read, beat);
  }
  if (transfers_.state(read.slot).stopped) {
    discard(now, read, beat);
    bus_.release(beat.handle);
  } else {
    buffer(read, beat);
    refresh_deliverable(read.slot);
  }
}

bool GatherChannel::next_is_faulty() const {
  const ReadBurst& read = reads_[transfers_.state(SlotIndex{deliverable_.least()}).first_read];
  return beats_[read.first_buffered].beat.status != BusStatus::kOkay;
}

void GatherChannel::deliver(Cycle now) {
  const SlotIndex slot{deliverable_.least()};
  ReadBurst& read = reads_[transfers_.state(slot).first_read];
  const bool faulty = next_is_faulty();
  if (!faulty && !egress_.ready(now)) {
    return;
  }
  const ReadBeat beat = unbuffer(read);
  if (faulty) {
    hold_fault(beat);
  } else {
    move(now, read, beat);
    bus_.release(beat.handle);
    if (transfers_.occupied(slot)) {
      refresh_deliverable(slot);
    } else {
      deliverable_.erase(raw(slot));
    }
  }
}

inline void GatherChannel::move(Cycle now, ReadBurst& read, const ReadBeat& beat) {
  const BeatRange range = beat_range(read.burst, beat.beat, config_.bus_width);
  const InFlightEntry& entry = transfers_.entry(read.slot);
  const std::uint32_t offset = transfers_.moved(read.slot);
  ensure(entry.address == range.address, "a read beat is not the next of its transfer");
  egress_.put(now, entry.tag, offset, beat.data, range.bytes);
  const std::uint32_t remaining = transfers_.move(read.slot, range.bytes);
  moved_at_ = now;
  mover_ = read.qp;
  ++read.moved;
  ++counters_.beats;
  counters_.bytes += range.bytes;
  if (watch_.beats != nullptr) {
    report_beat(now, read, beat, remaining);
  }
  if (is_last_beat(read.burst, range)) {
    finish_burst(now, read, beat);
  }
}

void GatherChannel::report_beat(Cycle now, const ReadBurst& read, const ReadBeat& beat,
                                std::uint32_t remaining) {
  const BeatRange range = beat_range(read.burst, beat.beat, config_.bus_width);
  const std::uint32_t offset = transfers_.state(read.slot).bytes - remaining - range.bytes;
  watch_.beats->on_beat(
      now, {read.slot, Direction::kGather, transfers_.entry(read.slot).tag, beat.tag, beat.beat,
            is_last_beat(read.burst, range), range, offset, remaining, read.driven, beat.data});
}

BeatEvent GatherChannel::streamed_beat(Cycle now, std::uint32_t offset) const {
  const ReadBurst& read = *stream_.read;
  const ReadBeat& first = *bus_.peek_read(now);
  const std::uint32_t word = config_.bus_width;
  const std::uint32_t in_burst = offset - read.offset;
  return {read.slot,
          Direction::kGather,
          stream_.entry->tag,
          first.tag,
          first.beat,
          false,
          {read.burst.address + in_burst, word, in_burst},
          offset,
          stream_.state->bytes - offset - word,
          read.driven,
          first.data};
}

void GatherChannel::report_taken(Cycle now, const ReadBurst& read, const ReadBeat& beat) {
  const BeatRange range = beat_range(read.burst, beat.beat, config_.bus_width);
  watch_.edges->on_read_beat(now, {read.slot, transfers_.entry(read.slot).tag, beat.tag, beat.beat,
                                   is_last_beat(read.burst, range), range, beat.status});
}

void GatherChannel::discard(Cycle now, ReadBurst& read, const ReadBeat& beat) {
  discarded_at_ = now;
  discarder_ = read.qp;
  read.worst = std::max(read.worst, beat.status);
  ++counters_.wasted_beats;
  if (watch_.beats != nullptr) {
    report_waste(now, read, beat);
  }
  ++read.moved;
  if (read.moved == read.burst.beats) {
    finish_burst(now, read, beat);
  }
}

void GatherChannel::report_waste(Cycle now, const ReadBurst& read, const ReadBeat& beat) const {
  const BeatRange range = beat_range(read.burst, beat.beat, config_.bus_width);
  const InFlightEntry& entry = transfers_.entry(read.slot);
  watch_.beats->on_waste(now, {read.slot, Direction::kGather, entry.tag, beat.tag, beat.beat,
                               is_last_beat(read.burst, range), range, transfers_.moved(read.slot),
                               entry.remaining, read.driven, nullptr});
}

void GatherChannel::fail(Cycle now, const ReadBurst& read, const ReadBeat& beat) {
  TransferState& state = transfers_.state(read.slot);
  state.status = CompletionStatus::kGeneralErr;
  state.fault = {beat_range(read.burst, beat.beat, config_.bus_width).address, read.segment,
                 beat.beat, beat.status};
  ++counters_.faults;
  if (watch_.observer != nullptr) {
    watch_.observer->on_fault(now, read.slot, transfers_.entry(read.slot), state.fault);
  }
}

void GatherChannel::hold_fault(const ReadBeat& beat) {
  faulty_ = beat;
  transfers_.call_attention();
}

void GatherChannel::take_fault(Cycle now) {
  const ReadBeat beat = *faulty_;
  const ReadBurst& read = reads_[raw(beat.tag)];
  fail(now, read, beat);
  curtail(now, read.slot, TeardownPolicy::kFinishBeat);
}

void GatherChannel::discard_faulty(Cycle now) {
  const ReadBeat beat = *faulty_;
  faulty_.reset();
  discard(now, reads_[raw(beat.tag)], beat);
  if (config_.response_order == ResponseOrder::kAny) {
    bus_.release(beat.handle);
  }
}

void GatherChannel::curtail(Cycle now, SlotIndex slot, TeardownPolicy policy) {
  TransferState& state = transfers_.state(slot);
  state.withhold(policy);
  if (state.bytes_to_issue == 0) {
    units_.drop(slot);
    scheduler_.erase(slot);
    capped_.erase(slot);
  }
  if (!state.stopped && (policy == TeardownPolicy::kFinishBeat || state.drained())) {
    stop(now, slot);
  }
}

void GatherChannel::stop(Cycle now, SlotIndex slot) {
  TransferState& state = transfers_.state(slot);
  const bool any_order = config_.response_order == ResponseOrder::kAny;
  transfers_.stop(slot);
  if (state.drained()) {
    retirement_.end(now, slot);
    return;
  }
  if (any_order) {
    deliverable_.erase(raw(slot));
  }
  // A beat of this edge that came with an error stands before those that are buffered.
  if (faulty_ && reads_[raw(faulty_->tag)].slot == slot) {
    discard_faulty(now);
  }
  if (any_order && !mutated(Fault::kBufferedBeatsKept)) {
    flush_buffered(now, slot);
    reordered_.set(now, buffered_bytes_);
  }
}

bool GatherChannel::payload_stands_still(Cycle now, SlotIndex slot) const {
  if (moved(now) || egress_.ready(now)) {
    return false;
  }
  if (config_.response_order == ResponseOrder::kAny) {
    return deliverable_.contains(raw(slot));
  }
  const ReadBeat* valid = bus_.peek_read(now);
  return valid != nullptr && reads_[raw(valid->tag)].arrived == valid->beat &&
         reads_[raw(valid->tag)].slot == slot;
}

bool GatherChannel::missing_is_next(const ReadBurst& read) const {
  const TransferState& state = transfers_.state(read.slot);
  return state.stopped || (&read == &reads_[state.first_read] && read.arrived == read.moved);
}

void GatherChannel::settle_timeouts(Cycle now) {
  std::uint32_t tag = unanswered_.first();
  while (tag != WaitingLine::kNone && due(tag) <= now) {
    const ReadBurst& read = reads_[tag];
    if (read.arrived == kLine) {
      unanswered_.leave(tag);
      lines_.abandon(now, BusTag{tag});
      tag = unanswered_.first();
    } else if (read.arrived < read.burst.beats && missing_is_next(read)) {
      time_out(now, tag);
      tag = unanswered_.first();
    } else {
      tag = unanswered_.next(tag);
    }
  }
  transfers_.call_attention_at(next_timeout(now));
}

Cycle GatherChannel::next_timeout(Cycle now) const {
  return unanswered_.empty() ? kNever : std::max(now + 1, due(unanswered_.first()));
}

void GatherChannel::time_out(Cycle now, std::uint32_t tag) {
  const ReadBurst& read = reads_[tag];
  const SlotIndex slot = read.slot;
  if (!transfers_.state(slot).stopped) {
    fail(now, read, {BusTag{tag}, read.arrived, BusStatus::kTimeout, nullptr, 0});
    curtail(now, slot, TeardownPolicy::kFinishBeat);
  }
  abandon(now, slot);
}

void GatherChannel::abandon(Cycle now, SlotIndex slot) {
  const InFlightEntry& entry = transfers_.entry(slot);
  std::uint32_t following = WaitingLine::kNone;
  for (std::uint32_t tag = unanswered_.first(); tag != WaitingLine::kNone; tag = following) {
    following = unanswered_.next(tag);
    ReadBurst& read = reads_[tag];
    if (read.slot != slot) {
      continue;
    }
    unanswered_.leave(tag);
    quarantine_.admit(BusTag{tag}, {slot, entry.tag, transfers_.state(slot).region_of(read.segment),
                                    read.burst, read.arrived, transfers_.moved(slot),
                                    entry.remaining, read.driven, now, read.worst});
    read.arrived = kInQuarantine;
    read.live = false;
    if (mutated(Fault::kQuarantinedTagServes)) {
      freed_tags_.push_back(tag);
    }
    --transfers_.state(slot).outstanding;
  }
  retirement_.end(now, slot);
}

void GatherChannel::take_late(Cycle now, const ReadBeat& beat) {
  QuarantinedBurst* read = quarantine_.find(beat.tag);
  ensure(read != nullptr && read->heard == beat.beat, "a read beat came out of order in its burst");
  discarded_at_ = now;
  discarder_ = reads_[raw(beat.tag)].qp;
  ++counters_.wasted_beats;
  read->worst = std::max(read->worst, beat.status);
  ++read->heard;
  if (mutated(Fault::kLateBeatsMove)) {
    egress_.put(now, read->owner, read->moved, beat.data,
                beat_range(read->burst, beat.beat, config_.bus_width).bytes);
  }
  report_late(now, *read, beat);
  if (read->heard == read->burst.beats) {
    freed_tags_.push_back(raw(beat.tag));
    freed_bytes_ += read->burst.bytes;
    quarantine_.release(now, beat.tag);
  }
  bus_.finish_read(now);
}

void GatherChannel::report_late(Cycle now, const QuarantinedBurst& read,
                                const ReadBeat& beat) const {
  const BeatRange range = beat_range(read.burst, beat.beat, config_.bus_width);
  const bool last = is_last_beat(read.burst, range);
  if (watch_.edges != nullptr) {
    watch_.edges->on_read_beat(
        now, {read.slot, read.owner, beat.tag, beat.beat, last, range, beat.status});
  }
  if (watch_.beats != nullptr) {
    const BeatEvent event{
        read.slot, Direction::kGather, read.owner,     beat.tag,    beat.beat, last,
        range,     read.moved,         read.remaining, read.driven, beat.data};
    if (mutated(Fault::kLateBeatsMove)) {
      watch_.beats->on_beat(now, event);
    } else {
      watch_.beats->on_waste(now, event);
    }
    if (last) {
      watch_.beats->on_response(now, {read.slot, Direction::kGather, read.owner, beat.tag,
                                      read.burst.address, read.worst, read.burst.bytes});
    }
  }
}

void GatherChannel::finish_burst(Cycle now, ReadBurst& read, const ReadBeat& beat) {
  const SlotIndex slot = read.slot;
  TransferState& state = transfers_.state(slot);
  if (watch_.beats != nullptr) {
    watch_.beats->on_response(now, {slot, Direction::kGather, transfers_.entry(slot).tag, beat.tag,
                                    read.burst.address, read.worst, read.burst.bytes});
  }
  if (state.first_read == raw(beat.tag)) {
    state.first_read = read.next;
  }
  if (timeout_ != 0) {
    unanswered_.leave(raw(beat.tag));
  }
  --state.outstanding;
  read.live = false;
  if (!(state.stopped && mutated(Fault::kReadTagLost))) {
    freed_tags_.push_back(raw(beat.tag));
  }
  if (!(state.stopped && mutated(Fault::kReadBytesLost))) {
    freed_bytes_ += read.burst.bytes;
  }
  if (state.drained()) {
    retirement_.end(now, slot);
  }
}

inline void GatherChannel::ask(Cycle now, const BusBurst& burst) {
  ++outstanding_;
  outstanding_bytes_ += burst.burst.bytes;
  counters_.max_outstanding = std::max(counters_.max_outstanding, outstanding_);
  counters_.max_outstanding_bytes = std::max(counters_.max_outstanding_bytes, outstanding_bytes_);
  if (timeout_ != 0) {
    unanswered_.join(raw(burst.tag), now - held_);
    transfers_.call_attention_at(now + timeout_);
  }
  driving_ = true;
  driven_tag_ = burst.tag;
  bus_.drive_read(now, burst);
}

void GatherChannel::begin_burst(Cycle now) {
  const SlotIndex slot = scheduler_.pick();
  scheduler_.serve(slot);
  TransferState& state = transfers_.state(slot);
  const Burst burst = state.upcoming_burst(max_burst_, config_.bus_width);
  const std::uint32_t tag = free_tags_.take_first();
  ReadBurst& read = reads_[tag];
  if (stream_.tag == tag) {
    stream_.tag = kNoTag;
  }
  read = ReadBurst{};
  read.slot = slot;
  read.segment = state.issue_segment;
  read.offset = state.issued();
  read.live = true;
  read.qp = state.qp;
  read.burst = burst;
  read.driven = now;
  if (state.outstanding == 0) {
    state.first_read = tag;
  } else {
    reads_[state.last_read].next = tag;
  }
  state.last_read = tag;
  state.issue(burst);
  units_.begin_burst(now, slot, burst.bytes);
  ++counters_.bursts;
  if (state.bytes_to_issue == 0 || !units_.at_hand(slot)) {
    scheduler_.erase(slot);
  } else if (at_cap(state)) {
    scheduler_.erase(slot);
    capped_.insert(slot, state.grant_number);
  }
  const CompletionTag& owner = transfers_.entry(slot).tag;
  ask(now, {BusTag{tag}, slot, owner, burst});
  if (watch_.beats != nullptr) {
    watch_.beats->on_burst(now,
                           {slot, Direction::kGather, owner, BusTag{tag}, read.segment, burst});
  }
}

void GatherChannel::key_came(SlotIndex slot) {
  const TransferState& state = transfers_.state(slot);
  if (at_cap(state)) {
    capped_.insert(slot, state.grant_number);
  } else {
    scheduler_.insert(slot, state.grant_number);
  }
}

void GatherChannel::begin_line(Cycle now) {
  const std::uint32_t tag = free_tags_.take_first();
  const BusBurst line = lines_.begin(now, BusTag{tag});
  ReadBurst& read = reads_[tag];
  read = ReadBurst{};
  read.slot = line.slot;
  read.burst = line.burst;
  read.arrived = kLine;
  ask(now, line);
}

void GatherChannel::take_apart(Cycle now, const ReadBeat& beat) {
  if (reads_[raw(beat.tag)].arrived == kInQuarantine) {
    take_late(now, beat);
  } else {
    take_line(now, beat);
  }
}

void GatherChannel::take_line(Cycle now, const ReadBeat& beat) {
  const ReadBurst& read = reads_[raw(beat.tag)];
  ensure(read.arrived == kLine, "a read beat came out of order in its burst");
  if (lines_.take(now, beat)) {
    if (timeout_ != 0 && unanswered_.contains(raw(beat.tag))) {
      unanswered_.leave(raw(beat.tag));
    }
    freed_tags_.push_back(raw(beat.tag));
    freed_bytes_ += read.burst.bytes;
  }
  bus_.finish_read(now);
}

BusBurst GatherChannel::driven_burst() const {
  const ReadBurst& read = reads_[raw(driven_tag_)];
  if (read.arrived == kLine) {
    return {driven_tag_, read.slot, {}, read.burst};
  }
  const QuarantinedBurst* away = quarantine_.find(driven_tag_);
  return {driven_tag_, read.slot, away != nullptr ? away->owner : transfers_.entry(read.slot).tag,
          read.burst};
}

void GatherChannel::settle_freed() {
  for (const std::uint32_t tag : freed_tags_) {
    free_tags_.insert(tag);
    --outstanding_;
    const SlotIndex slot = reads_[tag].slot;
    if (reads_[tag].arrived >= kInQuarantine) {
      continue;
    }
    // A key that came at this edge may have let a burst begin in the place of the one that ended.
    if (capped_.contains(slot) && !at_cap(transfers_.state(slot))) {
      capped_.erase(slot);
      scheduler_.insert(slot, transfers_.state(slot).grant_number);
    }
  }
  freed_tags_.clear();
  outstanding_bytes_ -= freed_bytes_;
  freed_bytes_ = 0;
}

std::optional<Charge> GatherChannel::stall(Cycle now) const {
  const auto owner = [this](SlotIndex slot) { return transfers_.state(slot).qp; };
  if (driving_) {
    return Charge{StallCause::kBusBackPressure, reads_[raw(driven_tag_)].qp};
  }
  const bool discarded = discarded_at_ == now;
  if (!discarded && !egress_.ready(now)) {
    if (const std::optional<QpIndex> held_up = next_to_move(now)) {
      return Charge{StallCause::kPayloadBackPressure, *held_up};
    }
  }
  if (scheduler_.empty() ? !capped_.empty() : limited()) {
    const SlotIndex next = scheduler_.empty() ? scheduler_.pick_of(capped_) : scheduler_.pick();
    return Charge{StallCause::kOutstandingLimit, owner(next)};
  }
  const std::uint32_t running = units_.oldest_running(Direction::kGather);
  if (running != IndexSet::kNone) {
    return Charge{StallCause::kWaitingForMemory, owner(SlotIndex{running})};
  }
  if (discarded) {
    return Charge{StallCause::kTearingDown, discarder_};
  }
  const Transfers::SlotsByAge& stopped = transfers_.stopped(Direction::kGather);
  if (!stopped.empty()) {
    return Charge{StallCause::kTearingDown, owner(SlotIndex{stopped.least()})};
  }
  const Transfers::SlotsByAge& keyless = units_.waiting(Direction::kGather);
  if (!keyless.empty()) {
    return Charge{StallCause::kKeyMiss, owner(SlotIndex{keyless.least()})};
  }
  return std::nullopt;
}

std::optional<QpIndex> GatherChannel::next_to_move(Cycle now) const {
  if (config_.response_order == ResponseOrder::kAny) {
    return deliverable_.empty()
               ? std::nullopt
               : std::optional(transfers_.state(SlotIndex{deliverable_.least()}).qp);
  }
  const ReadBeat* valid = bus_.peek_read(now);
  return valid == nullptr ? std::nullopt : std::optional(reads_[raw(valid->tag)].qp);
}

Cycle GatherChannel::next_arrival(Cycle now) const {
  Cycle delivers = kNever;
  if (!deliverable_.empty()) {
    delivers = next_is_faulty() ? now + 1 : egress_.next_ready(now);
  }
  return outstanding_ == 0 ? delivers : std::min(delivers, bus_.next_read_edge(now));
}

void GatherChannel::buffer(ReadBurst& read, const ReadBeat& beat) {
  std::uint32_t at = 0;
  if (free_beats_.empty()) {
    at = static_cast<std::uint32_t>(beats_.size());
    beats_.push_back({beat, 0});
  } else {
    at = free_beats_.back();
    free_beats_.pop_back();
    beats_[at] = {beat, 0};
  }
  if (read.arrived - read.moved == 1) {
    read.first_buffered = at;
  } else {
    beats_[read.last_buffered].next = at;
  }
  read.last_buffered = at;
  buffered_bytes_ += bytes_of(read, beat);
}

ReadBeat GatherChannel::unbuffer(ReadBurst& read) {
  const std::uint32_t at = read.first_buffered;
  read.first_buffered = beats_[at].next;
  free_beats_.push_back(at);
  buffered_bytes_ -= bytes_of(read, beats_[at].beat);
  return beats_[at].beat;
}

void GatherChannel::flush_buffered(Cycle now, SlotIndex slot) {
  const TransferState& state = transfers_.state(slot);
  std::uint32_t tag = state.first_read;
  for (std::uint32_t left = state.outstanding; left > 0; --left) {
    ReadBurst& read = reads_[tag];
    const std::uint32_t next = read.next;
    for (std::uint32_t beat = read.arrived - read.moved; beat > 0; --beat) {
      const ReadBeat buffered = unbuffer(read);
      discard(now, read, buffered);
      bus_.release(buffered.handle);
    }
    tag = next;
  }
}

void GatherChannel::refresh_deliverable(SlotIndex slot) {
  const TransferState& state = transfers_.state(slot);
  const bool there =
      state.outstanding > 0 && reads_[state.first_read].arrived > reads_[state.first_read].moved;
  if (there == deliverable_.contains(raw(slot))) {
    return;
  }
  if (there) {
    deliverable_.insert(raw(slot), state.grant_number);
  } else {
    deliverable_.erase(raw(slot));
  }
}

}  // namespace sgdma::core
