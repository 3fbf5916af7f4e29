#include "core/pipeline.h"

#include <algorithm>

#include "core/ensure.h"
#include "core/mutation.h"

namespace sgdma::core {

Pipeline::Pipeline(const Parts& parts, const Watch& watch)
    : parts_(parts), watch_(watch), ledger_(parts.queues.queue_pairs()) {}

inline void Pipeline::charge(const Charges& charges, Cycle cycles) {
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    ledger_.charge(direction, cycles_, charges[index_of(direction)]);
  }
  charge_levels();
  cycles_ += cycles;
}

inline void Pipeline::charge_levels() {
  slots_in_use_.set(cycles_, parts_.transfers.busy());
  reads_outstanding_.set(cycles_, parts_.gather.outstanding());
  writes_outstanding_.set(cycles_, parts_.scatter.outstanding());
}

inline void Pipeline::settle() {
  parts_.gather.settle();
  parts_.scatter.settle();
  parts_.transfers.settle();
  parts_.completions.settle();
  parts_.queues.settle();
}

void Pipeline::step(Cycle now) {
  ensure(now >= cycles_, "an edge is stepped twice");
  glides_before_ = 0;
  if (now > cycles_) {
    run_out(now - 1);
  }
  if (parts_.completions.take(now) || work_edge_ == kNever) {
    work_edge_ = parts_.work.next_edge();
  }
  parts_.gather.respond(now);
  parts_.scatter.respond(now);
  if (parts_.transfers.attention(now)) {
    settle_exceptions(now);
  }
  if (parts_.keys.busy()) {
    take_keys(now);
    parts_.gather.issue_line(now);
  }
  Search search = search_channels(now);
  parts_.gather.issue(now);
  parts_.scatter.issue(now);
  if (parts_.queues.heads_shown() > 0) {
    if (unsettled(search) || grantable()) {
      grant(now, search);
    }
  } else if (unsettled(search)) {
    search_heads({}, search);
  }
  const Charges charges = {found(search[0]), found(search[1])};
  charge(charges, 1);
  if (work_edge_ <= now) {
    intake(now);
  }
  settle();
  if (watch_.edges != nullptr) {
    report_edge(now, charges);
  }
}

bool Pipeline::may_glide(Cycle now) {
  const bool quiet = parts_.completions.waiting() == 0 && !parts_.keys.busy() &&
                     !parts_.gather.asks() && parts_.scatter.has_all_payload() &&
                     (parts_.queues.heads_shown() == 0 || !grantable());
  if (!quiet) {
    return false;
  }
  charge_levels();
  if (work_edge_ == kNever) {
    work_edge_ = parts_.work.next_edge();
  }
  // Never may change, between rows, and is asked anew.
  glides_before_ = work_edge_ == kNever ? now + 1 : work_edge_;
  return now < work_edge_;
}

std::uint32_t Pipeline::glide_both(Cycle now, std::uint32_t edges) {
  ledger_.charge(Direction::kGather, now, {StallCause::kMoved, parts_.gather.mover()});
  ledger_.charge(Direction::kScatter, now, {StallCause::kMoved, parts_.scatter.writer()});
  if (edges > 1 && parts_.scatter.streams_rows()) {
    edges = parts_.scatter.stream(now, edges);
    parts_.gather.stream(now, edges);
  } else {
    edges = 1;
    parts_.gather.stream(now, 1);
    parts_.scatter.stream(now, 1);
  }
  end_row(now, edges);
  return edges;
}

Charge Pipeline::charge_beside(Direction still, const std::optional<Charge>& own) const {
  if (own) {
    return *own;
  }
  // Nothing can be granted, or no edge would be stepped in a row.
  return found(stall_of_heads(still, parts_.queues.heads_shown() > 0
                                         ? parts_.arbiter.preview(conditions())
                                         : GrantDecision{}));
}

std::uint32_t Pipeline::glide_gather(Cycle now, std::uint32_t edges) {
  edges = alone(now, edges, parts_.scatter.next_edge(now - 1));
  if (edges == 0) {
    return 0;
  }
  ledger_.charge(Direction::kGather, now, {StallCause::kMoved, parts_.gather.mover()});
  ledger_.charge(Direction::kScatter, now,
                 charge_beside(Direction::kScatter, parts_.scatter.stall(now)));
  parts_.gather.stream(now, edges);
  cycles_ += edges;
  return edges;
}

std::uint32_t Pipeline::glide_scatter(Cycle now, std::uint32_t edges) {
  edges = alone(now, edges, parts_.gather.next_edge(now - 1));
  if (edges == 0) {
    return 0;
  }
  ledger_.charge(Direction::kGather, now,
                 charge_beside(Direction::kGather, parts_.gather.stall(now)));
  ledger_.charge(Direction::kScatter, now, {StallCause::kMoved, parts_.scatter.writer()});
  edges = parts_.scatter.stream(now, edges > 1 && parts_.scatter.streams_rows() ? edges : 1);
  end_row(now, edges);
  return edges;
}

inline void Pipeline::end_row(Cycle now, std::uint32_t edges) {
  if (edges > 1 && !mutated(Fault::kRowHasOneOwner)) {
    // The first beat of the row may have been the last of another burst.
    ledger_.charge(Direction::kScatter, now + 1, {StallCause::kMoved, parts_.scatter.writer()});
  }
  // A burst that began counts from this edge on, one that was answered up to it.
  writes_outstanding_.set(now, parts_.scatter.outstanding());
  parts_.scatter.settle();
  writes_outstanding_.set(now + 1, parts_.scatter.outstanding());
  cycles_ += edges;
}

void Pipeline::take_keys(Cycle now) {
  parts_.slot_units.step(now, [this](SlotIndex slot) {
    if (parts_.transfers.entry(slot).direction == Direction::kGather) {
      parts_.gather.key_came(slot);
    } else {
      parts_.scatter.key_came(slot);
    }
  });
  parts_.first_units.step(now,
                          [this](const QueuedRequest& queued) { parts_.queues.key_came(queued); });
}

void Pipeline::settle_exceptions(Cycle now) {
  parts_.transfers.take_attention();
  bool changed = false;
  if (parts_.control.due(now)) {
    parts_.control.begin(now);
    changed = true;
  }
  parts_.deregistrations.settle_lost(now);
  parts_.teardown.step(now);
  parts_.gather.settle_faults(now);
  parts_.scatter.settle_faults(now);
  parts_.retirement.step(now);
  changed = parts_.control.answer(now) || changed;
  if (changed) {
    work_edge_ = parts_.work.next_edge();
  }
  if (parts_.retirement.waits() || parts_.control.unanswered() || parts_.teardown.drains()) {
    parts_.transfers.call_attention();
  }
  parts_.transfers.call_attention_at(parts_.control.next_edge(now));
}

void Pipeline::report_edge(Cycle now, const Charges& charges) {
  const EdgeSignals signals{charges, winners_};
  winners_ = {};
  watch_.edges->on_edge(now, signals);
}

void Pipeline::run_out(Cycle last) {
  if (last + 1 <= cycles_) {
    return;
  }
  const Charges charges = quiet_charges();
  if (watch_.edges != nullptr) {
    watch_.edges->on_quiet(cycles_, last, {charges, {}});
  }
  charge(charges, last + 1 - cycles_);
}

Pipeline::Charges Pipeline::quiet_charges() const {
  Search search = search_channels(cycles_);
  if (unsettled(search)) {
    search_heads(parts_.arbiter.preview(conditions()), search);
  }
  return {found(search[0]), found(search[1])};
}

GrantConditions Pipeline::conditions() const {
  GrantConditions conditions;
  conditions.free_slots = parts_.transfers.free_slots().size();
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    conditions.busy_slots[index_of(direction)] = parts_.transfers.busy_at_start(direction);
    conditions.completion_port_used[index_of(direction)] = parts_.completions.used(direction);
    conditions.ends_waiting[index_of(direction)] = parts_.retirement.waits(direction);
  }
  conditions.completion_entries = parts_.completions.entries();
  return conditions;
}

void Pipeline::grant(Cycle now, Search& search) {
  const GrantDecision decision = parts_.arbiter.decide(conditions());
  search_heads(decision, search);
  winners_ = decision.winner;
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    const std::optional<QpIndex> winner = decision.winner[index_of(direction)];
    if (!winner) {
      continue;
    }
    QueuedRequest& queued = parts_.queues.take_head(*winner);
    parts_.completions.reserve();
    ++grants_[index_of(direction)];
    if (parts_.queues.flushes(*winner)) {
      parts_.retirement.pass(now, queued, CompletionStatus::kWrFlushErr);
      continue;
    }
    if (queued.is_refused()) {
      parts_.retirement.pass(now, queued, queued.refused);
      continue;
    }
    if (queued.request.bytes == 0) {
      parts_.retirement.pass(now, queued, CompletionStatus::kSuccess);
      continue;
    }
    const SlotIndex slot{parts_.transfers.free_slots().first_from(0)};
    parts_.transfers.begin(slot, queued);
    if (watch_.observer != nullptr) {
      watch_.observer->on_grant(now, slot, parts_.transfers.entry(slot), queued.request);
    }
    parts_.slot_units.begin(slot);
    if (direction == Direction::kGather) {
      parts_.gather.begin(slot);
    } else {
      parts_.scatter.begin(slot);
    }
  }
}

void Pipeline::intake(Cycle now) {
  while (work_edge_ <= now) {
    QueuedRequest& queued = parts_.queues.acquire();
    const bool filled = parts_.work.pull(now, queued.request);
    work_edge_ = parts_.work.next_edge();
    if (!filled) {
      parts_.queues.give_back(queued);
      continue;
    }
    queued.request.taken_at = now;
    if (watch_.observer != nullptr) {
      watch_.observer->on_post(now, queued.request);
    }
    parts_.queues.append(queued);
  }
}

Pipeline::Search Pipeline::search_channels(Cycle now) const {
  // A beat that moved settles the cycle; the other causes are looked for only where none did.
  return {parts_.gather.moved(now) ? Charge{StallCause::kMoved, parts_.gather.mover()}
                                   : parts_.gather.stall(now),
          parts_.scatter.moved(now) ? Charge{StallCause::kMoved, parts_.scatter.writer()}
                                    : parts_.scatter.stall(now)};
}

void Pipeline::search_heads(const GrantDecision& decision, Search& search) const {
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    if (!search[index_of(direction)]) {
      search[index_of(direction)] = stall_of_heads(direction, decision);
    }
  }
}

std::optional<Charge> Pipeline::stall_of_heads(Direction direction,
                                               const GrantDecision& decision) const {
  const std::size_t at = index_of(direction);
  const WorkQueues::HeadsByAge& keyless = parts_.queues.waiting_for_key(direction);
  if (!keyless.empty()) {
    return Charge{StallCause::kKeyMiss, QpIndex{keyless.least()}};
  }
  if (decision.held_back[at]) {
    return Charge{StallCause::kSlotLimit, decision.waits[at]};
  }
  const WorkQueues::HeadsByAge& limited = parts_.queues.waiting_for_slot_limit(direction);
  if (!limited.empty()) {
    return Charge{StallCause::kSlotLimit, QpIndex{limited.least()}};
  }
  if (decision.no_slot[at]) {
    return Charge{StallCause::kNoSlot, decision.waits[at]};
  }
  if (parts_.transfers.busy_at_start(direction) == 0) {
    return Charge{StallCause::kNoWork, kNobody};
  }
  return std::nullopt;
}

Cycle Pipeline::next_edge() const {
  const Cycle after = cycles_;
  const Cycle last = last_edge();
  // Mostly a channel goes on at once, and nobody else need be asked.
  Cycle next = parts_.scatter.next_edge(last);
  if (next <= after) {
    return after;
  }
  next = std::min(next, parts_.gather.next_edge(last));
  if (next <= after) {
    return after;
  }
  if (parts_.queues.heads_shown() > 0) {
    const GrantDecision preview = parts_.arbiter.preview(conditions());
    if (preview.winner[0] || preview.winner[1]) {
      return after;
    }
  }
  if (parts_.retirement.waits() || parts_.slot_units.lost()) {
    return after;
  }
  if (parts_.keys.busy()) {
    next = std::min({next, parts_.gather.next_line_edge(last), parts_.slot_units.next_edge(last),
                     parts_.first_units.next_edge(last)});
  }
  next = std::min({next, parts_.completions.next_edge(last), parts_.control.next_edge(last),
                   parts_.teardown.next_edge(last), parts_.gather.next_timeout(last),
                   parts_.scatter.next_timeout(last)});
  const Cycle work = work_edge_ == kNever ? parts_.work.next_edge() : work_edge_;
  return std::min(next, std::max(work, after));
}

bool Pipeline::may_call(const OutsideParts& parts, Cycle next) const {
  const bool controls = !parts_.control.idle();
  const bool completes = parts_.completions.waiting() > 0;
  const bool asks_for_work = work_edge_ == kNever || work_edge_ <= next || completes || controls;
  const Transfers& transfers = parts_.transfers;
  return parts.page_lists || (parts.control && controls) || (parts.completions && completes) ||
         (parts.work && asks_for_work) || (parts.payload_out && parts_.gather.outstanding() > 0) ||
         (parts.payload_in && transfers.busy_at_start(Direction::kScatter) > 0);
}

bool Pipeline::idle() const {
  return parts_.transfers.busy() == 0 && parts_.queues.queued() == 0 &&
         parts_.completions.waiting() == 0 && parts_.control.idle() &&
         parts_.gather.lines().outstanding() == 0;
}

}  // namespace sgdma::core
