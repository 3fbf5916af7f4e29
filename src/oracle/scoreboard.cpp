#include "oracle/scoreboard.h"

#include <algorithm>
#include <variant>

#include "oracle/region_runs.h"
#include "oracle/stop_rule.h"

namespace sgdma::oracle {
namespace {

Limits limits_of(const EngineConfig& engine) {
  Limits limits;
  limits.slots = engine.slots;
  limits.slots_per_qp = engine.slots_per_qp;
  limits.bus_width = engine.bus_width;
  if (engine.key_cache.fetch_over_bus) {
    limits.page_lists = engine.key_cache.table;
  }
  limits.max_burst = {engine.max_read_burst, engine.max_write_burst};
  limits.tags = {engine.read_bursts, engine.write_bursts};
  limits.bursts_per_slot = {engine.read_bursts_per_slot, engine.write_bursts_per_slot};
  limits.read_bytes = engine.read_bytes;
  limits.posted_writes = engine.posted_writes;
  limits.reads_in_order = engine.response_order == ResponseOrder::kSlot;
  limits.beats_may_wait = limits.reads_in_order && !engine.gather_rate.unlimited();
  limits.bus_timeout = engine.bus_timeout;
  limits.teardown = engine.teardown;
  limits.translation = engine.translation;
  limits.deregistration = engine.deregistration;
  if (engine.translation == Translation::kBeat) {
    limits.max_burst = {engine.bus_width, engine.bus_width};
  }
  return limits;
}

SeenEntry seen(const InFlightEntry& entry) {
  return {entry.qp, entry.direction, entry.address, entry.remaining, entry.cursor, entry.tag};
}

SeenBeat seen(const BeatEvent& event) {
  return {{event.slot, event.direction, event.tag, event.bus_tag},
          event.beat,
          event.last,
          event.range.address,
          event.range.bytes,
          event.range.offset,
          event.offset,
          event.remaining,
          event.driven,
          event.data};
}

bool answers(platform::PacketOpcode opcode) {
  return opcode == platform::PacketOpcode::kReadResponse ||
         opcode == platform::PacketOpcode::kAtomicResponse;
}

}  // namespace

/// A queue pair's books, and the two halves that write them.
struct Scoreboard::QueuePairState {
  QueuePairState(const platform::QueuePair& queue_pair, QpIndex index, const Rules& rules,
                 WorkPool& pool, ViolationLog& log)
      : books(queue_pair.number, index, queue_pair.path_mtu, pool, log),
        requester(rules, books),
        responder(rules, books) {}

  QueuePairBooks books;
  Requester requester;
  Responder responder;
  platform::QpState state = platform::QpState::kReady;
  bool engine_stopped = false;  ///< the engine was told of a reset or an error
  bool must_fail = false;       ///< a transfer has failed that brings it into ERR
};

Scoreboard::Scoreboard(const std::vector<platform::Region>& regions,
                       const platform::QueuePairList& queue_pairs,
                       const platform::TargetConfig& target, const EngineConfig& engine)
    : queue_pairs_(queue_pairs),
      limits_(limits_of(engine)),
      target_(target),
      targets_(regions, target.merge_runs),
      slots_(engine.slots),
      bursts_(limits_, slots_, log_),
      silence_(limits_, slots_, log_),
      bytes_(limits_, slots_, log_),
      transfers_(limits_, lives_, slots_, log_),
      control_(limits_, slots_, log_),
      deregistrations_(limits_, targets_, lives_, slots_, silence_, log_),
      account_(log_),
      owners_(log_),
      states_(queue_pairs.size()) {}

Scoreboard::~Scoreboard() = default;

void Scoreboard::report_time(Cycle now) {
  log_.report("time", {}, "an event at cycle " + std::to_string(now) + " comes too late");
}

Scoreboard::QueuePairState& Scoreboard::state(QpIndex qp) {
  std::unique_ptr<QueuePairState>& state = states_[raw(qp)];
  if (state == nullptr) {
    state = std::make_unique<QueuePairState>(queue_pairs_[raw(qp)], qp, rules_, pool_, log_);
  }
  return *state;
}

Scoreboard::QueuePairState* Scoreboard::state(QpNumber number, const Place& place) {
  const std::optional<QpIndex> found = queue_pairs_.find(number);
  if (!log_.holds(found.has_value())) {
    log_.report("queue_pair", place, "there is no such queue pair");
    return nullptr;
  }
  return &state(*found);
}

void Scoreboard::on_item(Cycle now, const platform::WorkItem& item) {
  at(now);
  QueuePairState& pair = state(item.qp);
  if (pair.state != platform::QpState::kReady || control_.engine_resets()) {
    refuse(pair, item);
    return;
  }
  if (const auto* wqe = std::get_if<platform::WorkQueueElement>(&item.work); wqe != nullptr) {
    if (wqe->opcode == platform::WqeOpcode::kReceive) {
      pair.responder.on_receive(*wqe);
    } else {
      pair.requester.on_wqe(*wqe);
    }
    return;
  }
  const auto& packet = std::get<platform::IncomingPacket>(item.work);
  if (answers(packet.opcode)) {
    pair.requester.on_response(packet);
  } else {
    if (packet.opcode == platform::PacketOpcode::kAcknowledge) {
      pair.requester.on_acknowledge();
    }
    pair.responder.on_request(packet);
  }
}

void Scoreboard::refuse(QueuePairState& pair, const platform::WorkItem& item) {
  const bool flushes = pair.state == platform::QpState::kError && !control_.engine_resets();
  const auto* wqe = std::get_if<platform::WorkQueueElement>(&item.work);
  if (wqe == nullptr && std::get<platform::IncomingPacket>(item.work).opcode ==
                            platform::PacketOpcode::kAcknowledge) {
    pair.books.judge({});
    return;
  }
  Verdict verdict;
  verdict.kind = ItemKind::kPlain;
  verdict.mandatory = true;
  verdict.tag_open = true;
  verdict.statuses =
      flushes ? StatusSet{CompletionStatus::kWrFlushErr} : StatusSet{CompletionStatus::kLocQpOpErr};
  if (wqe != nullptr && flushes) {
    const Side side =
        wqe->opcode == platform::WqeOpcode::kReceive ? Side::kReceiveQueue : Side::kSendQueue;
    WqeLedger& queue = pair.books.ledger(side);
    const std::uint32_t number = queue.post(wqe->opcode, wqe->signaled);
    queue.fail(number, verdict.statuses, 0);
    queue.close(number, {});
    verdict.tag = pair.books.tag(side, number, 0, true);
    verdict.tag_open = false;
  }
  pair.books.judge(verdict);
}

void Scoreboard::on_state(Cycle now, QpNumber qp, platform::QpState next) {
  at(now);
  QueuePairState* pair = state(qp, {std::nullopt, qp, std::nullopt});
  if (pair == nullptr) {
    return;
  }
  if (next == platform::QpState::kResetting) {
    transfers_.reset(pair->books);
    pair->requester.abandon();
    pair->responder.reset();
  } else if (next == platform::QpState::kError) {
    pair->books.flush();
    pair->requester.abandon();
    pair->responder.abandon();
  } else if (!log_.holds(pair->books.running == 0)) {
    log_.report("answer_early", {std::nullopt, qp, std::nullopt},
                "the queue pair works again while transfers of its last life run");
  }
  pair->state = next;
  pair->must_fail = false;
}

void Scoreboard::on_control(Cycle now, const ControlEvent& event) {
  at(now);
  if (concerns_region(event.kind)) {
    deregistrations_.on_control(event);
    return;
  }
  control_.on_control(event);
  const bool ends = event.answered && event.kind == ControlKind::kQueuePairReset;
  const bool begins = !event.answered && event.kind != ControlKind::kEngineReset;
  if (QueuePairState* pair =
          ends || begins ? state(event.qp, {std::nullopt, event.qp, {}}) : nullptr;
      pair != nullptr) {
    pair->engine_stopped = begins;
  }
  if (event.kind == ControlKind::kEngineReset && event.answered) {
    for (const std::unique_ptr<QueuePairState>& pair : states_) {
      if (pair != nullptr) pair->engine_stopped = false;
    }
  }
}

void Scoreboard::on_teardown(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                             const TeardownEvent& event) {
  at(now);
  if (event.cause == TeardownCause::kDeregister) {
    deregistrations_.on_teardown(slot, entry.tag, event);
  } else {
    control_.on_teardown(slot, entry.tag, event);
  }
}

void Scoreboard::on_registered(Cycle now, RegionHandle handle, std::uint32_t listed) {
  at(now);
  deregistrations_.on_registered(handle, listed);
}

void Scoreboard::on_reject(Cycle now, const CompletionTag& tag, CompletionStatus status,
                           std::uint64_t /*bytes*/) {
  at(now);
  if (QueuePairState* pair = state(tag.qp, place_of(tag)); pair != nullptr) {
    const ItemKind kind = pair->books.reject(tag, status);
    pair->requester.rejected(kind);
    pair->responder.rejected(kind);
  }
}

void Scoreboard::on_cqe(Cycle now, const platform::CompletionQueueEntry& cqe) {
  at(now);
  if (QueuePairState* pair = state(cqe.qp, {std::nullopt, cqe.qp, std::nullopt}); pair != nullptr) {
    if (!log_.holds(pair->state != platform::QpState::kResetting)) {
      log_.report("cqe_after_reset", {std::nullopt, cqe.qp, std::nullopt},
                  "a CQE of a queue pair that is being reset");
    }
    pair->books.ledger(cqe.side).on_cqe(cqe, pair->books.scatters());
  }
}

void Scoreboard::on_post(Cycle now, const TransferRequest& request) {
  at(now);
  if (QueuePairState* pair = state(request.tag.qp, place_of(request.tag)); pair != nullptr) {
    transfers_.on_post(pair->books, request);
  }
}

void Scoreboard::on_grant(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                          const TransferRequest&) {
  at(now);
  owners_.on_grant(entry);
  QueuePairState* pair = state(entry.tag.qp, place_of(slot, entry.tag));
  if (pair != nullptr) {
    if (!log_.holds(!pair->engine_stopped && !control_.engine_resets())) {
      log_.report("grant_after_stop", place_of(slot, entry.tag),
                  "a slot is granted to a queue pair that is being reset or in error");
    }
    transfers_.on_grant(pair->books, slot, seen(entry));
  }
}

void Scoreboard::on_burst(Cycle now, const BurstEvent& event) {
  pass_to(now);
  const SeenBurst burst{{event.slot, event.direction, event.tag, event.bus_tag},
                        event.segment,
                        event.burst.address,
                        event.burst.bytes,
                        event.burst.beats};
  if (!silence_.idle()) {
    silence_.on_burst(burst);
  }
  bursts_.on_burst(burst);
}

void Scoreboard::on_beat(Cycle now, const BeatEvent& event) {
  pass_to(now);
  account_.on_beat(event);
  owners_.on_beats(event, 1);
  check_beat(event);
}

inline void Scoreboard::check_beat(const BeatEvent& event) {
  if (!silence_.idle()) {
    on_beat_timed(event);
  }
  const RunningTransfer* transfer = bursts_.on_beat(event);
  if (transfer != nullptr && transfer->work != nullptr) {
    bytes_.on_beat(event, *transfer);
  }
}

void Scoreboard::on_row_ahead(Cycle first, BusTag tag, std::uint32_t beat, std::uint32_t beats) {
  pass_to(first);
  ahead_.begin(first, beat, beats, bursts_.transfer_of(tag));
  beside_ = first;
}

void Scoreboard::on_row(Cycle first, const BeatEvent& event, std::uint32_t beats) {
  const Cycle reached = log_.now();
  const bool gather = event.direction == Direction::kGather;
  if (gather && first == beside_) {
    log_.set_now(first);
    beside_ = kNever;
  } else {
    pass_to(first);
  }
  log_.set_order(gather ? ViolationLog::Order::kGatherMoves : ViolationLog::Order::kScatterMoves);
  account_.on_row(event, beats);
  owners_.on_beats(event, beats);
  const RunningTransfer* transfer = bursts_.on_row(event, beats);
  if (transfer != nullptr) {
    check_row(event, beats, *transfer);
  } else {
    check_row(first, event, beats);
  }
  log_.set_now(std::max(reached, first + beats - 1));
  log_.set_order(ViolationLog::Order::kAsReported);
  if (!gather && ahead_.moves_last(event.beat + beats)) {
    ahead_.end();
  }
}

void Scoreboard::check_row(Cycle first, const BeatEvent& event, std::uint32_t beats) {
  BeatEvent next = event;
  for (std::uint32_t at = 0; at < beats; ++at) {
    log_.set_now(first + at);
    if (const RunningTransfer* transfer = bursts_.on_row(next, beats - at); transfer != nullptr) {
      check_row(next, beats - at, *transfer);
      return;
    }
    check_beat(next);
    next = next_in_row(next, event.range.bytes);
  }
}

void Scoreboard::on_beat_timed(const BeatEvent& event) { silence_.on_beat(seen(event)); }

void Scoreboard::on_waste(Cycle now, const BeatEvent& event) {
  at(now);
  const SeenBeat beat = seen(event);
  bursts_.on_waste(beat);
  if (!silence_.idle()) {
    silence_.on_beat(beat);
  }
}

void Scoreboard::on_response(Cycle now, const ResponseEvent& event) {
  pass_to(now);
  const SeenResponse response{
      {event.slot, event.direction, event.tag, event.bus_tag}, event.address, event.status};
  if (!silence_.idle()) {
    silence_.on_response(response);
  }
  bursts_.on_response(response);
}

void Scoreboard::on_quarantine(Cycle now, const QuarantineEvent& event) {
  at(now);
  const SeenQuarantine seen{{event.slot, event.direction, event.tag, event.bus_tag},
                            event.burst.address,
                            event.heard,
                            event.since,
                            event.over};
  silence_.on_quarantine(seen);
  bursts_.on_quarantine(seen.owner, seen.over);
  if (RunningTransfer* transfer = slots_.running(event.slot, event.tag);
      transfer != nullptr && !event.over) {
    stop_transfer(*transfer, TeardownPolicy::kFinishBeat, log_.now());
  }
}

void Scoreboard::on_fault(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                          const FaultRecord& fault) {
  at(now);
  if (fault.status == BusStatus::kTimeout) {
    silence_.on_timeout({slot, entry.direction, entry.tag, {}}, fault, entry.address, entry.cursor);
  }
  RunningTransfer* transfer = transfers_.on_fault(slot, seen(entry), fault.status);
  if (transfer != nullptr) {
    control_.on_fault(*transfer);
  }
}

void Scoreboard::on_free(Cycle now, SlotIndex slot, const InFlightEntry& entry) {
  at(now);
  owners_.on_free(entry);
  transfers_.on_free(slot, seen(entry));
}

void Scoreboard::on_completion(Cycle now, const Completion& completion) {
  at(now);
  if (QueuePairState* pair = state(completion.tag.qp, place_of(completion.tag)); pair != nullptr) {
    transfers_.on_completion(pair->books, completion);
    const bool forced = limits_.deregistration == Deregistration::kForceError;
    if (forced && is_region_status(completion.status) && pair->state == platform::QpState::kReady) {
      pair->must_fail = true;
    }
  }
}

void Scoreboard::on_read(const BurstFrame& frame, std::uint64_t address, const std::uint8_t* data,
                         std::uint32_t bytes) {
  if (!bytes_.on_read(frame, address, data, bytes)) {
    other_read(frame, address, data, bytes);
  }
}

void Scoreboard::other_read(const BurstFrame& frame, std::uint64_t address,
                            const std::uint8_t* data, std::uint32_t bytes) {
  if (!deregistrations_.idle() || !bytes_.begin_read(frame, address, data, bytes)) {
    serve(false, frame, address, data, bytes);
  }
}

void Scoreboard::on_write(const BurstFrame& frame, std::uint64_t address, const std::uint8_t* data,
                          std::uint32_t bytes) {
  if (!bytes_.on_write(frame, address, data, bytes)) {
    other_write(frame, address, data, bytes);
  }
}

void Scoreboard::other_write(const BurstFrame& frame, std::uint64_t address,
                             const std::uint8_t* data, std::uint32_t bytes) {
  if (!deregistrations_.idle() || !bytes_.begin_write(frame, address, data, bytes)) {
    serve(true, frame, address, data, bytes);
  }
}

void Scoreboard::serve(bool write, const BurstFrame& frame, std::uint64_t address,
                       const std::uint8_t* data, std::uint32_t bytes) {
  on_served({write, address, bytes, data, BusStatus::kOkay, frame.cut, true, frame.page_list,
             frame.owner, frame.slot, frame.tag, frame.beat, frame.burst.beats, 0});
}

void Scoreboard::on_served(const platform::ServedBeat& beat) {
  if (!ahead_.comes() || !beat.framed) {
    serve(beat);
    return;
  }
  const Cycle now = log_.now();
  const ViolationLog::Order order = log_.order();
  const std::uint32_t before = ahead_.served();
  log_.set_now(ahead_.edge_of(beat.beat));
  // At the first edge it comes after all that was told of that.
  log_.set_order(log_.now() == now ? ViolationLog::Order::kAsReported
                                   : ViolationLog::Order::kServedAhead);
  serve(beat);
  ahead_.note(beat.beat, beat.bytes, before);
  log_.set_now(now);
  log_.set_order(order);
}

void Scoreboard::serve(const platform::ServedBeat& beat) {
  if (deregistrations_.idle() && silence_.idle()) {
    bytes_.on_served(beat);
  } else {
    on_served_watched(beat);
  }
}

void Scoreboard::on_served_watched(const platform::ServedBeat& beat) {
  deregistrations_.on_served(beat);
  if (!silence_.idle()) {
    silence_.on_served(beat);
    if (slots_.running(beat.slot, beat.owner) == nullptr && silence_.may_serve(beat)) {
      return;
    }
  }
  bytes_.on_served(beat);
}

void Scoreboard::finish(const FinalState& final_state) {
  for (const std::unique_ptr<QueuePairState>& pair : states_) {
    if (pair != nullptr) {
      pair->books.finish(final_state);
      if (!log_.holds(!pair->must_fail || !final_state.drained)) {
        log_.report("error_missing", {std::nullopt, pair->books.number(), std::nullopt},
                    "a transfer has failed by force_error, and its queue pair is not in error");
      }
    }
  }
  transfers_.finish(final_state);
  silence_.finish(final_state);
  bursts_.finish(final_state);
  account_.finish(final_state);
  owners_.finish(final_state);
}

}  // namespace sgdma::oracle
