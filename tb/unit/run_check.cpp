#include "unit/run_check.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "support/charges.h"
#include "types/byte_pattern.h"

namespace sgdma::test {

namespace {

constexpr std::uint64_t kPageBytes = 4096;

struct NaiveBurst {
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  std::uint32_t beats = 0;
};

// Byte by byte: a burst ends where its segment or page ends, and where one more byte would open one
// bus word more than a burst may have.
std::vector<NaiveBurst> naive_bursts(const TransferRequest& request, std::uint32_t words,
                                     std::uint32_t width) {
  std::vector<NaiveBurst> bursts;
  for (const Segment& segment : request.segments) {
    NaiveBurst burst;
    for (std::uint64_t at = segment.address; at < segment.address + segment.bytes; ++at) {
      const bool new_word = burst.bytes > 0 && at % width == 0;
      if (burst.bytes > 0 && (at % kPageBytes == 0 || (new_word && burst.beats == words))) {
        bursts.push_back(burst);
        burst = {};
      }
      if (burst.bytes == 0) {
        burst = {at, 0, 0};
      }
      burst.beats += burst.bytes == 0 || new_word ? 1U : 0U;
      ++burst.bytes;
    }
    bursts.push_back(burst);
  }
  return bursts;
}

}  // namespace

RunCheck::RunCheck(const CoreBench& bench)
    : bench_(bench), engine_(bench.config().engine), controlled_(!bench.config().control.empty()) {
  collect();
  for (const auto& [name, transfer] : transfers_) {
    check_transfer(name, transfer);
  }
  check_order_in_queue_pair();
  check_locks();
  check_rates();
  check_slots();
  check_outstanding(Direction::kGather);
  check_outstanding(Direction::kScatter);
  check_completions();
  check_accounts();
  expect(bench.leaks().empty(), "not come back: ", bench.leaks());
}

void RunCheck::add_transfer(const TransferRequest& request) {
  const std::string name = to_string(request.tag);
  expect(transfers_.count(name) == 0, name, ": the stimulus is wrong");
  transfers_[name].request = request;
  queues_[raw(request.qp)].push_back(name);
}

void RunCheck::collect() {
  for (const TimedRequest& timed : bench_.work()) {
    add_transfer(timed.request);
    if (timed.request.atomic_granule) {
      TransferRequest second = timed.request;
      second.direction = Direction::kScatter;
      ++second.tag.part;
      add_transfer(second);
    }
  }
  std::size_t position = 0;
  for (const TraceEvent& event : bench_.events()) {
    if (event.kind == TraceKind::kAsked || event.kind == TraceKind::kAnswered) {
      continue;
    }
    const auto found = transfers_.find(to_string(event.tag));
    if (found == transfers_.end()) {
      say("unknown tag in: " + text_of(event));
    } else {
      note(found->first, found->second, event, position);
    }
  }
}

void RunCheck::note(const std::string& name, Transfer& transfer, const TraceEvent& event,
                    std::size_t& position) {
  switch (event.kind) {
    case TraceKind::kGrant:
      expect(!transfer.granted, name, " is granted twice");
      transfer.granted = true;
      transfer.slot = event.slot;
      transfer.grant = event.edge;
      transfer.grant_position = position++;
      break;
    case TraceKind::kDone: transfer.done = event.edge; break;
    case TraceKind::kRequest:
    case TraceKind::kBurst: transfer.bursts.push_back(event); break;
    case TraceKind::kMove: transfer.beats.push_back(event); break;
    case TraceKind::kCompletion:
      expect(!transfer.presented, name, " is presented twice");
      transfer.presented = true;
      transfer.completion = event;
      if (!transfer.granted) {
        transfer.done = event.edge;
        transfer.grant = event.edge;
        transfer.grant_position = position++;
      }
      break;
    default: break;
  }
}

void RunCheck::check_transfer(const std::string& name, const Transfer& transfer) {
  const bool second_part = transfer.request.tag.part > 0;
  if (!transfer.presented) {
    CompletionTag first = transfer.request.tag;
    --first.part;
    const bool never_began = second_part && transfers_.at(to_string(first)).completion.status !=
                                                CompletionStatus::kSuccess;
    expect(never_began || controlled_, name, " has no completion");
    return;
  }
  const bool failed = transfer.completion.status != CompletionStatus::kSuccess;
  std::uint32_t moved = 0;
  for (const TraceEvent& beat : transfer.beats) {
    moved += beat.bytes;
  }
  expect(transfer.completion.bytes == moved, name, ": the completion's bytes are not those moved");
  expect(failed || moved == transfer.request.bytes, name, " succeeds without all its bytes");
  const bool flushed = transfer.completion.status == CompletionStatus::kWrFlushErr;
  expect(!failed || !bench_.config().memory.faults.empty() || (flushed && controlled_), name,
         " fails without a fault");
  expect(transfer.granted == (transfer.request.bytes > 0) || (flushed && !transfer.granted), name,
         ": slot for nothing, or none");
  check_bursts(name, transfer);
  check_beats(name, transfer);
  if (!failed && !transfer.request.atomic_granule) {
    check_data(name, transfer);
  }
}

void RunCheck::check_bursts(const std::string& name, const Transfer& transfer) {
  const std::uint32_t longest = transfer.request.direction == Direction::kGather
                                    ? engine_.max_read_burst
                                    : engine_.max_write_burst;
  const std::vector<NaiveBurst> naive =
      naive_bursts(transfer.request, longest / engine_.bus_width, engine_.bus_width);
  const bool failed = transfer.completion.status != CompletionStatus::kSuccess;
  expect(failed ? transfer.bursts.size() <= naive.size() : transfer.bursts.size() == naive.size(),
         name, ": ", transfer.bursts.size(), " bursts instead of ", naive.size());
  for (std::size_t at = 0; at < std::min(naive.size(), transfer.bursts.size()); ++at) {
    const TraceEvent& burst = transfer.bursts[at];
    expect(burst.address == naive[at].address && burst.bytes == naive[at].bytes &&
               burst.beats == naive[at].beats,
           name, ": wrong burst: ", burst);
    expect(burst.edge > transfer.grant && burst.slot == transfer.slot, name,
           ": burst before the grant or of another slot: ", burst);
  }
}

// Each byte once, in order, inside one bus word, and in a whole word but for the ends of segments
// and bursts.
void RunCheck::check_beats(const std::string& name, const Transfer& transfer) {
  std::uint32_t offset = 0;
  std::size_t segment = 0;
  std::uint32_t in_segment = 0;
  for (const TraceEvent& beat : transfer.beats) {
    if (segment == transfer.request.segments.size()) {
      say(name + ": beat behind the last segment");
      return;
    }
    const Segment& active = transfer.request.segments[segment];
    const std::uint64_t address = active.address + in_segment;
    const std::uint32_t to_word =
        engine_.bus_width - static_cast<std::uint32_t>(address % engine_.bus_width);
    const std::uint32_t bytes = std::min(to_word, active.bytes - in_segment);
    offset += bytes;
    in_segment += bytes;
    expect(beat.address == address && beat.bytes == bytes && beat.offset + bytes == offset &&
               beat.remaining == transfer.request.bytes - offset && beat.slot == transfer.slot,
           name, ": wrong beat: ", beat);
    if (in_segment == active.bytes) {
      ++segment;
      in_segment = 0;
    }
  }
  if (!transfer.beats.empty()) {
    expect(transfer.done >= transfer.beats.back().edge, name, " is presented before its last byte");
  }
}

void RunCheck::check_data(const std::string& name, const Transfer& transfer) {
  const bool gather = transfer.request.direction == Direction::kGather;
  const auto& gathered = bench_.payload().gathered();
  const auto payload = gathered.find(name);
  std::uint32_t offset = 0;
  for (const Segment& segment : transfer.request.segments) {
    for (std::uint32_t at = 0; at < segment.bytes; ++at, ++offset) {
      const std::uint8_t in_memory = bench_.memory().byte_at(segment.address + at);
      const std::uint8_t in_payload =
          gather ? (payload == gathered.end() ? std::uint8_t{0} : payload->second[offset])
                 : pattern_byte(payload_pattern(transfer.request.tag), offset);
      if (in_memory != in_payload) {
        say(name + ": byte " + std::to_string(offset) + " is wrong");
        return;
      }
    }
  }
}

void RunCheck::check_order_in_queue_pair() {
  for (const auto& [qp, names] : queues_) {
    const Transfer* before = nullptr;
    for (const std::string& name : names) {
      const Transfer& transfer = transfers_.at(name);
      if (!transfer.presented) {
        continue;
      }
      if (before != nullptr) {
        expect(before->grant_position < transfer.grant_position && before->grant < transfer.grant,
               name, " is granted out of order, or two of its queue pair at one edge");
      }
      before = &transfer;
    }
    for (std::size_t later = 1; later < names.size(); ++later) {
      for (std::size_t earlier = 0; earlier < later; ++earlier) {
        check_pair(transfers_.at(names[earlier]), transfers_.at(names[later]));
      }
    }
  }
}

void RunCheck::check_pair(const Transfer& earlier, const Transfer& later) {
  if (!earlier.presented || !later.presented) {
    return;
  }
  const bool waits_for_scatters = later.request.after_scatters &&
                                  later.request.direction == Direction::kGather &&
                                  earlier.request.direction == Direction::kScatter;
  const bool waits =
      waits_for_scatters || later.request.bytes == 0 ||
      (later.request.tag.part > 0 && earlier.request.tag.number == later.request.tag.number);
  expect(!waits || earlier.done < later.grant, later.request.tag, " does not wait for ",
         earlier.request.tag);
}

void RunCheck::check_locks() {
  std::map<std::uint64_t, std::vector<std::pair<Cycle, Cycle>>> locked;
  for (const auto& [name, transfer] : transfers_) {
    // One that is reset or flushed in its queue has no lock.
    if (!transfer.request.atomic_granule || transfer.request.tag.part > 0 || !transfer.granted) {
      continue;
    }
    CompletionTag second = transfer.request.tag;
    ++second.part;
    const Transfer& scatter = transfers_.at(to_string(second));
    const Cycle unlocked = scatter.presented || scatter.granted ? scatter.done : transfer.done;
    locked[*transfer.request.atomic_granule].emplace_back(transfer.grant, unlocked);
  }
  for (auto& [granule, spans] : locked) {
    std::sort(spans.begin(), spans.end());
    for (std::size_t at = 1; at < spans.size(); ++at) {
      expect(spans[at - 1].second < spans[at].first, "two atomics at once on ", granule);
    }
  }
}

// Contract point 4: at most one of each kind, of each direction, at an edge. What is torn down, and
// what is thrown out of the reorder buffer, has no limit.
void RunCheck::check_rates() {
  std::set<std::tuple<Cycle, TraceKind, Direction>> seen;
  for (const TraceEvent& event : bench_.events()) {
    const bool reordered = event.kind == TraceKind::kWaste &&
                           event.direction == Direction::kGather &&
                           engine_.response_order == ResponseOrder::kAny;
    if (event.kind == TraceKind::kIntake || event.kind == TraceKind::kFault ||
        event.kind == TraceKind::kTeardown || event.kind == TraceKind::kAsked ||
        event.kind == TraceKind::kAnswered || reordered || event.kind == TraceKind::kWaste ||
        event.kind == TraceKind::kQuarantine ||
        (event.kind == TraceKind::kResponse && event.bus_status != BusStatus::kOkay)) {
      continue;
    }
    const bool first = seen.insert({event.edge, event.kind, event.direction}).second;
    const bool discarded = event.kind == TraceKind::kResponse &&
                           (controlled_ || !bench_.config().memory.faults.empty());
    expect(first || discarded, "twice at edge ", event.edge, ": ", event);
  }
}

void RunCheck::check_slots() {
  std::vector<const Transfer*> granted;
  for (const auto& [name, transfer] : transfers_) {
    if (transfer.granted) {
      granted.push_back(&transfer);
    }
  }
  for (const Transfer* transfer : granted) {
    // What is busy at the start of this grant's edge.
    std::array<std::uint32_t, kDirections> busy{};
    std::uint32_t of_queue_pair = 0;
    for (const Transfer* other : granted) {
      if (other->grant < transfer->grant && other->done >= transfer->grant) {
        ++busy[index_of(other->request.direction)];
        of_queue_pair += other->request.qp == transfer->request.qp ? 1U : 0U;
        expect(other->slot != transfer->slot, "a slot holds two transfers at once");
      }
    }
    const std::array<std::uint32_t, kDirections> reserve = {engine_.reserve_gather,
                                                            engine_.reserve_scatter};
    const std::size_t theirs = index_of(other(transfer->request.direction));
    const std::uint32_t unmet = reserve[theirs] > busy[theirs] ? reserve[theirs] - busy[theirs] : 0;
    expect(engine_.slots - busy[0] - busy[1] > unmet, "a grant takes a slot that is reserved");
    expect(engine_.slots_per_qp == kUnlimited || of_queue_pair < engine_.slots_per_qp,
           "too many slots for one queue pair");
  }
}

void RunCheck::check_outstanding(Direction direction) {
  const bool gather = direction == Direction::kGather;
  const TraceKind begins = gather ? TraceKind::kRequest : TraceKind::kBurst;
  const TraceKind ends = gather || !engine_.posted_writes ? TraceKind::kResponse : TraceKind::kMove;
  std::map<std::uint32_t, TraceEvent> out;  // by bus tag
  std::vector<TraceEvent> given_back;
  std::set<std::uint32_t> away;  // bus tags
  for (const TraceEvent& event : bench_.events()) {
    if (event.direction != direction) {
      continue;
    }
    const bool cut = ends == TraceKind::kMove && event.kind == TraceKind::kWaste;
    if (((event.kind == ends || cut) && (ends == TraceKind::kResponse || event.last)) ||
        event.kind == TraceKind::kReturn) {
      given_back.push_back(event);
    }
    if (event.kind == TraceKind::kQuarantine) {
      away.insert(event.bus_tag);  // it holds its tag and its bytes, and counts for no slot
    }
    if (event.kind != begins) {
      continue;
    }
    // What comes back at an edge serves from the next on.
    while (!given_back.empty() && given_back.front().edge < event.edge) {
      out.erase(given_back.front().bus_tag);
      away.erase(given_back.front().bus_tag);
      given_back.erase(given_back.begin());
    }
    expect(out.count(event.bus_tag) == 0, "a tag is used twice at once: ", event);
    check_limits(event, out, away);
    out[event.bus_tag] = event;
  }
}

void RunCheck::check_limits(const TraceEvent& begun, const std::map<std::uint32_t, TraceEvent>& out,
                            const std::set<std::uint32_t>& away) {
  const bool gather = begun.direction == Direction::kGather;
  std::uint64_t bytes = 0;
  std::uint32_t of_slot = 0;
  for (const auto& [tag, burst] : out) {
    bytes += burst.bytes;
    of_slot += burst.slot == begun.slot && away.count(tag) == 0 ? 1U : 0U;
  }
  const std::uint32_t most = gather ? engine_.read_bursts : engine_.write_bursts;
  const std::uint32_t most_of_slot =
      gather ? engine_.read_bursts_per_slot : engine_.write_bursts_per_slot;
  expect(out.size() < most, "too many bursts outstanding: ", begun);
  expect(most_of_slot == kUnlimited || of_slot < most_of_slot,
         "too many bursts of a slot: ", begun);
  expect(!gather || engine_.read_bytes == kUnlimited ||
             bytes + engine_.max_read_burst <= engine_.read_bytes,
         "too many bytes outstanding: ", begun);
}

void RunCheck::check_completions() {
  if (controlled_) {
    return;
  }
  const auto& taken = bench_.reader().taken();
  std::size_t position = 0;
  for (const TraceEvent& event : bench_.events()) {
    if (event.kind != TraceKind::kCompletion) {
      continue;
    }
    if (position == taken.size()) {
      say("a completion is not taken");
      return;
    }
    expect(taken[position].second.tag == event.tag && taken[position].first > event.edge,
           "a completion is taken out of order or too early: ", event);
    ++position;
  }
  expect(position == taken.size(), "more completions are taken than presented");
  check_entries();
}

void RunCheck::check_entries() {
  const auto& taken = bench_.reader().taken();
  for (const auto& [name, transfer] : transfers_) {
    std::uint64_t reserved = 0;
    for (const auto& [other_name, other] : transfers_) {
      reserved += other.presented && other.grant_position < transfer.grant_position ? 1U : 0U;
    }
    for (const auto& [edge, completion] : taken) {
      reserved -= edge < transfer.grant ? 1U : 0U;
    }
    expect(engine_.completion_depth == kUnlimited || !transfer.presented ||
               reserved < engine_.completion_depth,
           name, " is granted without an entry in the completion port");
  }
}

void RunCheck::check_accounts() {
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    const core::StallAccount account = bench_.pipeline().account(direction);
    const auto moved = static_cast<std::uint64_t>(
        std::count_if(bench_.events().begin(), bench_.events().end(), [&](const TraceEvent& event) {
          return event.kind == TraceKind::kMove && event.direction == direction;
        }));
    expect(account.cycles(core::StallCause::kMoved) == moved, "cycles moved are not beats moved");
  }
  const std::string left = unbalanced(bench_.pipeline());
  expect(left.empty(), "the stall account does not add up: ", left);
  expect(bench_.pipeline().cycles() == bench_.pipeline().last_edge() + 1, "cycles are missing");
}

}  // namespace sgdma::test
