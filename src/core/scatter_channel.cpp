#include "core/scatter_channel.h"

#include <algorithm>

#include "core/ensure.h"
#include "core/mutation.h"

namespace sgdma::core {

ScatterChannel::ScatterChannel(const EngineConfig& config, Transfers& transfers, SlotUnits& units,
                               WriteBus& bus, PayloadIngress& ingress, PayloadSource& source,
                               Retirement& retirement, const Watch& watch)
    : config_(config),
      max_burst_(max_burst(config, Direction::kScatter)),
      transfers_(transfers),
      units_(units),
      bus_(bus),
      ingress_(ingress),
      source_(source),
      gives_rows_(source.gives_rows()),
      retirement_(retirement),
      watch_(watch),
      scheduler_(config.burst_scheduling, config.slots),
      hungry_(config.burst_scheduling, config.slots),
      capped_(config.burst_scheduling, config.slots),
      writes_(config.write_bursts),
      free_ids_(config.write_bursts),
      unanswered_(config.bus_timeout != 0 && !config.posted_writes ? config.write_bursts : 0),
      quarantine_(Direction::kScatter, watch) {
  for (std::uint32_t id = 0; id < config.write_bursts; ++id) {
    free_ids_.insert(id);
  }
}

void ScatterChannel::begin(SlotIndex slot) {
  ingress_.begin(slot);
  classify(slot);
}

bool ScatterChannel::burst_payload_there(SlotIndex slot) const {
  const TransferState& state = transfers_.state(slot);
  const Burst burst = state.upcoming_burst(max_burst_, config_.bus_width);
  const std::uint32_t there = state.payload_bytes - std::min(state.payload_bytes, state.issued());
  if (there >= burst.bytes) {
    return true;
  }
  // Once begun, the burst holds the channel: the rest of its payload must be sure to come.
  return config_.cut_through && there >= beat_range(burst, 0, config_.bus_width).bytes &&
         ingress_.room_for_rest(slot);
}

void ScatterChannel::classify(SlotIndex slot) {
  const TransferState& state = transfers_.state(slot);
  const bool issues = state.bytes_to_issue > 0 && units_.at_hand(slot);
  const bool capped = issues && config_.write_bursts_per_slot != kUnlimited &&
                      state.outstanding >= config_.write_bursts_per_slot;
  const bool fed = issues && !capped &&
                   (state.payload_bytes == state.usable_payload() || burst_payload_there(slot));
  if (fed) {
    scheduler_.insert(slot, state.grant_number);
  } else {
    scheduler_.erase(slot);
  }
  if (capped) {
    capped_.insert(slot, state.grant_number);
  } else {
    capped_.erase(slot);
  }
  if (issues && !capped && !fed) {
    hungry_.insert(slot, state.grant_number);
  } else {
    hungry_.erase(slot);
  }
}

void ScatterChannel::accept(Cycle now) {
  driven_ = false;
  if (driven_void_) {
    accept_wasted(now);
    return;
  }
  moved_at_ = now;
  const WriteBurst& write = writes_[raw(current_)];
  const std::uint32_t remaining = transfers_.move(write.slot, driven_range_.bytes);
  ++counters_.beats;
  counters_.bytes += driven_range_.bytes;
  if (watch_.beats != nullptr) {
    report_beat(now, remaining);
  }
  if (is_last_beat(write.burst, driven_range_) && config_.posted_writes) {
    finish_burst(now, current_);
  }
}

std::uint32_t ScatterChannel::stream(Cycle now, std::uint32_t most) {
  if (bus_.response_edge() <= now) {
    take_response(now);
  }
  const Cycle response = bus_.response_edge();
  most = response > now ? static_cast<std::uint32_t>(std::min<Cycle>(most, response - now)) : 1;
  if (bursting_) {
    const SlotIndex slot = writes_[raw(current_)].slot;
    transfers_.move_on(slot, driven_range_.bytes);
    moved_at_ = now;
    ++counters_.beats;
    counters_.bytes += driven_range_.bytes;
    if (watch_.beats != nullptr) {
      report_beat(now, transfers_.entry(slot).remaining);
    }
  } else {
    accept(now);
    start_burst(now);
    most = config_.bus_timeout == 0
               ? most
               : static_cast<std::uint32_t>(std::min<Cycle>(most, config_.bus_timeout));
  }
  const std::uint32_t beats = std::min(most, writes_[raw(current_)].burst.beats - next_beat_);
  if (beats == 1) {
    drive_payload(now);
  } else {
    drive_row(now, beats);
  }
  return beats;
}

void ScatterChannel::drive_row(Cycle now, std::uint32_t beats) {
  const WriteBurst& write = writes_[raw(current_)];
  const std::uint32_t from = next_range_.offset;
  const BeatRange last = beat_range(write.burst, next_beat_ + beats - 1, config_.bus_width);
  source_.get(transfers_.entry(write.slot).tag, write.offset + from, bus_.write_buffer(),
              last.offset + last.bytes - from);
  if (watch_.beats != nullptr) {
    watch_.beats->on_row_ahead(now, current_, next_beat_, beats);
  }
  bus_.drive_row(now, next_beat_, next_range_, beats);
  // All but the last are taken meanwhile.
  transfers_.move_on(write.slot, last.offset - from);
  if (watch_.beats != nullptr) {
    report_row(now, next_beat_, next_range_, beats);
  }
  counters_.beats += beats - 1;
  counters_.bytes += last.offset - from;
  moved_at_ = now + beats - 1;
  next_beat_ += beats;
  driven_ = true;
  taken_next_ = true;
  driven_at_ = moved_at_;
  driven_range_ = last;
  bursting_ = !is_last_beat(write.burst, last);
  if (bursting_) {
    next_range_ = next_beat(write.burst, last, config_.bus_width);
  } else if (config_.bus_timeout != 0) {
    await_response(driven_at_);
  }
}

BeatEvent ScatterChannel::moved_beat(std::uint32_t beat, const BeatRange& range,
                                     std::uint32_t remaining, Cycle driven) const {
  const WriteBurst& write = writes_[raw(current_)];
  return {write.slot,
          Direction::kScatter,
          transfers_.entry(write.slot).tag,
          current_,
          beat,
          is_last_beat(write.burst, range),
          range,
          write.offset + range.offset,
          remaining,
          driven,
          nullptr};
}

void ScatterChannel::report_beat(Cycle now, std::uint32_t remaining) {
  watch_.beats->on_beat(now, moved_beat(next_beat_ - 1, driven_range_, remaining, driven_at_));
}

void ScatterChannel::report_row(Cycle now, std::uint32_t beat, const BeatRange& range,
                                std::uint32_t beats) {
  const WriteBurst& write = writes_[raw(current_)];
  const std::uint32_t word = config_.bus_width;
  const std::uint32_t moved = range.bytes + (beats - 2) * word;
  const std::uint32_t remaining = transfers_.entry(write.slot).remaining + moved - range.bytes;
  const BeatEvent first = moved_beat(beat, range, remaining, now);
  if (range.bytes == word) {
    watch_.beats->on_row(now + 1, first, beats - 1);
    return;
  }
  // A burst's first beat may be less than a word.
  watch_.beats->on_row(now + 1, first, 1);
  if (beats > 2) {
    const BeatRange second = next_beat(write.burst, range, word);
    watch_.beats->on_row(now + 2, moved_beat(beat + 1, second, remaining - word, now + 1),
                         beats - 2);
  }
}

void ScatterChannel::take_response(Cycle now) {
  const WriteResponse* valid = bus_.peek_response(now);
  if (valid == nullptr) {
    return;
  }
  const WriteResponse response = *valid;
  bus_.take_response(now);
  const WriteBurst& write = writes_[raw(response.tag)];
  if (write.away) {
    take_late(now, response);
    return;
  }
  if (watch_.beats != nullptr) {
    watch_.beats->on_response(
        now, {write.slot, Direction::kScatter, transfers_.entry(write.slot).tag, response.tag,
              write.burst.address, response.status, write.burst.bytes});
  }
  if (response.status != BusStatus::kOkay) {
    answered_ = response;
    transfers_.call_attention();
  } else {
    finish_burst(now, response.tag);
  }
}

void ScatterChannel::take_answer(Cycle now) {
  const WriteResponse response = *answered_;
  answered_.reset();
  fail(now, writes_[raw(response.tag)], response);
  finish_burst(now, response.tag);
}

void ScatterChannel::fail(Cycle now, const WriteBurst& write, const WriteResponse& response) {
  TransferState& state = transfers_.state(write.slot);
  const BeatRange range = beat_range(write.burst, response.beat, config_.bus_width);
  const std::uint32_t offset = write.offset + range.offset;
  const bool failed = state.status != CompletionStatus::kSuccess;
  const bool cut_short = state.silent || transfers_.entry(write.slot).remaining > 0;
  if (state.stopped && !failed && cut_short) {
    return;
  }
  if (!failed || offset < state.fault_offset) {
    state.status = CompletionStatus::kGeneralErr;
    state.fault = {range.address, write.segment, response.beat, response.status};
    state.fault_offset = offset;
  }
  if (failed) {
    return;
  }
  ++counters_.faults;
  if (watch_.observer != nullptr) {
    watch_.observer->on_fault(now, write.slot, transfers_.entry(write.slot), state.fault);
  }
  curtail(now, write.slot, config_.teardown.bus_fault);
  transfers_.stop(write.slot);  // but what has begun goes out in full
}

void ScatterChannel::curtail(Cycle now, SlotIndex slot, TeardownPolicy policy) {
  TransferState& state = transfers_.state(slot);
  state.withhold(policy);
  ingress_.curtail(slot);
  if (state.bytes_to_issue == 0) {
    units_.drop(slot);
  }
  // What a capped slot gets back at this edge serves at the next.
  if (!capped_.contains(slot) || state.bytes_to_issue == 0) {
    classify(slot);
  }
  if (policy == TeardownPolicy::kFinishBeat || (!state.stopped && state.drained())) {
    stop(now, slot);
  }
}

void ScatterChannel::stop(Cycle now, SlotIndex slot) {
  TransferState& state = transfers_.state(slot);
  transfers_.stop(slot);
  if (on_channel(slot) && !mutated(Fault::kRestIsWritten)) {
    cutting_ = true;
    ingress_.discard(slot, writes_[raw(current_)].offset + next_range_.offset);
  }
  if (state.drained()) {
    retirement_.end(now, slot);
  }
}

bool ScatterChannel::payload_stands_still(SlotIndex slot) const {
  if (driven_) {
    return false;
  }
  return on_channel(slot) ? !cutting_ && !beat_payload_there()
                          : !bursting_ && hungry_.contains(slot);
}

void ScatterChannel::finish_burst(Cycle now, BusTag id) {
  const SlotIndex slot = writes_[raw(id)].slot;
  TransferState& state = transfers_.state(slot);
  if (config_.bus_timeout != 0 && !config_.posted_writes) {
    unanswered_.leave(raw(id));
  }
  --state.outstanding;
  writes_[raw(id)].live = false;
  if (!(state.stopped && mutated(Fault::kWriteIdLost))) {
    freed_ids_.push_back(raw(id));
  }
  if (state.drained()) {
    retirement_.end(now, slot);
  }
}

bool ScatterChannel::start_burst(Cycle now) {
  if (scheduler_.empty() || free_ids_.empty()) {
    return false;
  }
  const SlotIndex slot = scheduler_.pick();
  scheduler_.serve(slot);
  TransferState& state = transfers_.state(slot);
  const Burst burst = state.upcoming_burst(max_burst_, config_.bus_width);
  const std::uint32_t id = free_ids_.take_first();
  writes_[id] = {slot, state.issue_segment, state.issued(), burst, true, false};
  if (config_.bus_timeout != 0) {
    transfers_.call_attention_at(now + config_.bus_timeout);
  }
  state.issue(burst);
  units_.begin_burst(now, slot, burst.bytes);
  current_ = BusTag{id};
  if (writer_ == kNobody || !mutated(Fault::kWriterKept)) {
    writer_ = state.qp;
  }
  bursting_ = true;
  next_beat_ = 0;
  next_range_ = beat_range(burst, 0, config_.bus_width);
  ++outstanding_;
  ++counters_.bursts;
  counters_.max_outstanding = std::max(counters_.max_outstanding, outstanding_);
  classify(slot);
  const CompletionTag& owner = transfers_.entry(slot).tag;
  bus_.begin_write({current_, slot, owner, burst});
  if (watch_.beats != nullptr) {
    watch_.beats->on_burst(
        now, {slot, Direction::kScatter, owner, current_, writes_[id].segment, burst});
  }
  return true;
}

void ScatterChannel::drive_beat(Cycle now) {
  if (cutting_) {
    drive_cut(now);
    return;
  }
  drive_payload(now);
}

inline void ScatterChannel::drive_payload(Cycle now) {
  const WriteBurst& write = writes_[raw(current_)];
  const BeatRange range = next_range_;
  source_.get(transfers_.entry(write.slot).tag, write.offset + range.offset, bus_.write_buffer(),
              range.bytes);
  taken_next_ = bus_.drive_write(now, next_beat_, range);
  ingress_.drained(range.bytes);
  driven_ = true;
  driven_range_ = range;
  driven_at_ = now;
  ++next_beat_;
  bursting_ = !is_last_beat(write.burst, range);
  if (bursting_) {
    next_range_ = next_beat(write.burst, range, config_.bus_width);
  } else if (config_.bus_timeout != 0) {
    await_response(now);
  }
}

void ScatterChannel::drive_cut(Cycle now) {
  const WriteBurst& write = writes_[raw(current_)];
  driven_range_ = next_range_;
  taken_next_ = bus_.drive_cut(now, next_beat_, driven_range_);
  driven_ = true;
  driven_cut_ = true;
  driven_void_ = true;
  driven_at_ = now;
  ++next_beat_;
  bursting_ = !is_last_beat(write.burst, driven_range_) && !mutated(Fault::kCutBurstEndsEarly);
  cutting_ = bursting_;
  if (bursting_) {
    next_range_ = next_beat(write.burst, driven_range_, config_.bus_width);
  } else if (config_.bus_timeout != 0) {
    await_response(now);
  }
}

void ScatterChannel::accept_wasted(Cycle now) {
  driven_cut_ = false;
  driven_void_ = false;
  cut_taken_at_ = now;
  ++counters_.wasted_beats;
  const WriteBurst& write = writes_[raw(current_)];
  const bool last = is_last_beat(write.burst, driven_range_);
  if (write.away) {
    ++quarantine_.find(current_)->heard;
  }
  if (watch_.beats != nullptr) {
    report_waste(now, last);
  }
  if (last && config_.posted_writes) {
    if (write.away) {
      end_quarantine(now, current_);
    } else {
      finish_burst(now, current_);
    }
  }
}

void ScatterChannel::report_waste(Cycle now, bool last) const {
  const WriteBurst& write = writes_[raw(current_)];
  BeatEvent event{write.slot,
                  Direction::kScatter,
                  owner_of(current_),
                  current_,
                  next_beat_ - 1,
                  last,
                  driven_range_,
                  0,
                  0,
                  driven_at_,
                  nullptr};
  if (write.away) {
    event.offset = quarantine_.find(current_)->moved;
    event.remaining = quarantine_.find(current_)->remaining;
  } else {
    event.offset = transfers_.moved(write.slot);
    event.remaining = transfers_.entry(write.slot).remaining;
  }
  watch_.beats->on_waste(now, event);
}

void ScatterChannel::await_response(Cycle now) {
  if (!config_.posted_writes && !writes_[raw(current_)].away) {
    unanswered_.join(raw(current_), now);
    transfers_.call_attention_at(now + config_.bus_timeout);
  }
}

Cycle ScatterChannel::next_timeout(Cycle now) const {
  if (config_.bus_timeout == 0) {
    return kNever;
  }
  Cycle since = unanswered_.empty() ? kNever : unanswered_.since(unanswered_.first());
  if (driven_ && !taken_next_ && !writes_[raw(current_)].away) {
    since = std::min(since, driven_at_);
  }
  return since == kNever ? kNever : std::max(now + 1, since + config_.bus_timeout);
}

void ScatterChannel::settle_timeouts(Cycle now) {
  const bool blocked = driven_ && !taken_next_ && !writes_[raw(current_)].away;
  if (blocked && driven_at_ + config_.bus_timeout <= now) {
    time_out(now, current_, next_beat_ - 1);
  }
  while (!unanswered_.empty() &&
         unanswered_.since(unanswered_.first()) + config_.bus_timeout <= now) {
    time_out(now, BusTag{unanswered_.first()}, 0);
  }
  transfers_.call_attention_at(next_timeout(now));
  if (bursting_ || driven_) {
    // No beat that is driven from now on can be late before that.
    transfers_.call_attention_at(now + config_.bus_timeout);
  }
}

void ScatterChannel::time_out(Cycle now, BusTag id, std::uint32_t beat) {
  const WriteBurst& write = writes_[raw(id)];
  fail(now, write, {id, BusStatus::kTimeout, beat});
  curtail(now, write.slot, TeardownPolicy::kFinishBeat);
  abandon(now, write.slot);
}

void ScatterChannel::abandon(Cycle now, SlotIndex slot) {
  std::uint32_t following = WaitingLine::kNone;
  for (std::uint32_t id = unanswered_.first(); id != WaitingLine::kNone; id = following) {
    following = unanswered_.next(id);
    if (writes_[id].slot == slot) {
      unanswered_.leave(id);
      quarantine(now, BusTag{id});
    }
  }
  const WriteBurst& write = writes_[raw(current_)];
  if ((bursting_ || driven_) && write.slot == slot && !write.away) {
    quarantine(now, current_);
  }
  ensure(transfers_.state(slot).outstanding == 0, "a write burst is nowhere");
  retirement_.end(now, slot);
}

void ScatterChannel::quarantine(Cycle now, BusTag id) {
  WriteBurst& write = writes_[raw(id)];
  const InFlightEntry& entry = transfers_.entry(write.slot);
  const bool under_way = (bursting_ || driven_) && id == current_;
  const std::uint32_t heard = under_way ? next_beat_ - (driven_ ? 1U : 0U) : write.burst.beats;
  quarantine_.admit(id, {write.slot, entry.tag,
                         transfers_.state(write.slot).region_of(write.segment), write.burst, heard,
                         transfers_.moved(write.slot), entry.remaining, 0, now, BusStatus::kOkay});
  write.away = true;
  write.live = false;
  driven_void_ = driven_void_ || (under_way && driven_);
  --transfers_.state(write.slot).outstanding;
}

void ScatterChannel::take_late(Cycle now, const WriteResponse& response) {
  const QuarantinedBurst& write = *quarantine_.find(response.tag);
  if (watch_.beats != nullptr) {
    watch_.beats->on_response(now, {write.slot, Direction::kScatter, write.owner, response.tag,
                                    write.burst.address, response.status, write.burst.bytes});
  }
  end_quarantine(now, response.tag);
}

void ScatterChannel::end_quarantine(Cycle now, BusTag id) {
  freed_ids_.push_back(raw(id));
  quarantine_.release(now, id);
}

const CompletionTag& ScatterChannel::owner_of(BusTag id) const {
  const WriteBurst& write = writes_[raw(id)];
  return write.away ? quarantine_.find(id)->owner : transfers_.entry(write.slot).tag;
}

ScatterChannel::DrivenBeat ScatterChannel::driven_beat() const {
  const WriteBurst& write = writes_[raw(current_)];
  DrivenBeat beat;
  beat.slot = write.slot;
  beat.owner = owner_of(current_);
  beat.bus_tag = current_;
  beat.beat = next_beat_ - 1;
  beat.last = is_last_beat(write.burst, driven_range_);
  beat.cut = driven_cut_;
  beat.range = driven_range_;
  beat.offset = write.offset + driven_range_.offset;
  beat.driven = driven_at_;
  return beat;
}

void ScatterChannel::settle_freed() {
  for (const std::uint32_t id : freed_ids_) {
    free_ids_.insert(id);
    --outstanding_;
    const SlotIndex slot = writes_[id].slot;
    if (capped_.contains(slot) && !writes_[id].away) {
      classify(slot);
    }
  }
  freed_ids_.clear();
}

void ScatterChannel::settle_payload() {
  ingress_.settle([this](SlotIndex slot) {
    if (hungry_.contains(slot)) {
      classify(slot);
    }
  });
}

std::optional<Charge> ScatterChannel::stall(Cycle now) const {
  const auto owner = [this](SlotIndex slot) { return transfers_.state(slot).qp; };
  if (driven_) {
    return Charge{StallCause::kBusBackPressure, writer_};
  }
  if (bursting_) {
    if (!cutting_ && !beat_payload_there()) {
      return Charge{StallCause::kPayloadStarved, writer_};
    }
  } else if (!scheduler_.empty()) {
    if (free_ids_.empty()) {
      return Charge{StallCause::kOutstandingLimit, owner(scheduler_.pick())};
    }
  } else if (!hungry_.empty()) {
    return Charge{StallCause::kPayloadStarved, owner(scheduler_.pick_of(hungry_))};
  } else if (!capped_.empty()) {
    return Charge{StallCause::kOutstandingLimit, owner(scheduler_.pick_of(capped_))};
  }
  if (cut_taken_at_ == now) {
    return Charge{StallCause::kTearingDown, writer_};
  }
  const std::uint32_t running = units_.oldest_running(Direction::kScatter);
  if (running != IndexSet::kNone) {
    return Charge{StallCause::kWaitingForMemory, owner(SlotIndex{running})};
  }
  const Transfers::SlotsByAge& stopped = transfers_.stopped(Direction::kScatter);
  if (!stopped.empty()) {
    return Charge{StallCause::kTearingDown, owner(SlotIndex{stopped.least()})};
  }
  const Transfers::SlotsByAge& keyless = units_.waiting(Direction::kScatter);
  if (!keyless.empty()) {
    return Charge{StallCause::kKeyMiss, owner(SlotIndex{keyless.least()})};
  }
  return std::nullopt;
}

Cycle ScatterChannel::next_edge(Cycle now) const {
  const bool drives = !driven_ && (bursting_ ? cutting_ || beat_payload_there()
                                             : !scheduler_.empty() && !free_ids_.empty());
  if (drives || (driven_ && taken_next_) || ingress_.busy()) {
    return now + 1;
  }
  return outstanding_ == 0 ? kNever : bus_.next_write_edge(now);
}

}  // namespace sgdma::core
