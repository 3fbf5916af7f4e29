#include "unit/control_check.h"

#include <algorithm>
#include <sstream>
#include <tuple>

#include "types/byte_pattern.h"

namespace sgdma::test {

namespace {

CompletionTag gather_of(CompletionTag tag) {
  --tag.part;
  return tag;
}

}  // namespace

template <class... Words>
void ControlCheck::expect(bool holds, const Words&... words) {
  if (!holds) {
    std::ostringstream what;
    (what << ... << words);
    broken_.push_back(what.str());
  }
}

bool ControlCheck::resets(const Served& served, std::uint32_t qp) {
  return served.kind == ControlKind::kEngineReset ||
         (served.kind == ControlKind::kQueuePairReset && served.qp == qp);
}

bool ControlCheck::concerns(const ControlRequest& request, std::uint32_t qp) {
  return request.kind == ControlKind::kEngineReset || raw(request.number) == qp;
}

ControlCheck::ControlCheck(const CoreBench& bench) : bench_(bench) {
  collect_work();
  collect_events();
  check_requests();
  for (std::uint32_t qp = 0; qp < bench.config().engine.queue_pairs; ++qp) {
    check_order(qp);
  }
  for (const auto& [name, transfer] : transfers_) {
    check_transfer(name, transfer);
  }
  check_write_bursts();
  check_read_bursts();
}

void ControlCheck::collect_work() {
  for (const TimedRequest& timed : bench_.work()) {
    transfers_[to_string(timed.request.tag)].request = timed.request;
    if (timed.request.atomic_granule) {
      TransferRequest second = timed.request;
      second.direction = Direction::kScatter;
      ++second.tag.part;
      second.tag.last_part = true;
      transfers_[to_string(second.tag)].request = second;
    }
  }
}

void ControlCheck::collect_events() {
  for (Position at = 0; at < bench_.events().size(); ++at) {
    const TraceEvent& event = bench_.events()[at];
    if (event.kind == TraceKind::kAsked) {
      served_.push_back({event.control, event.qp, at, event.edge, {}, 0});
      continue;
    }
    if (event.kind == TraceKind::kAnswered) {
      const auto open = std::find_if(served_.begin(), served_.end(), [&](const Served& served) {
        return served.kind == event.control && served.qp == event.qp && !served.answered;
      });
      expect(open != served_.end(), "answered, and not asked for: ", text_of(event));
      if (open != served_.end()) {
        open->answered = at;
        open->answered_at = event.edge;
        answers_.push_back(*open);
      }
      continue;
    }
    Transfer& transfer = transfers_[to_string(event.tag)];
    if (event.kind == TraceKind::kBeat) {
      continue;  // written down behind its edge
    }
    transfer.last_event = at;
    if (event.kind == TraceKind::kIntake) {
      transfer.intake = at;
    } else if (event.kind == TraceKind::kCompletion) {
      transfer.completions.push_back(at);
    } else if (event.kind == TraceKind::kMove) {
      transfer.moved += event.bytes;
    }
  }
  for (auto& [name, transfer] : transfers_) {
    if (transfer.request.tag.part > 0) {
      transfer.intake = transfers_.at(to_string(gather_of(transfer.request.tag))).intake;
    }
  }
}

void ControlCheck::check_requests() {
  expect(served_.size() == bench_.config().control.size(), served_.size(), " requests served of ",
         bench_.config().control.size());
  for (const Served& served : served_) {
    expect(served.answered.has_value(), name_of(served.kind), " of ", served.qp, " at ",
           served.asked_at, " is not answered");
  }
}

// Served, and answered, in the order in which they were asked for.
void ControlCheck::check_order(std::uint32_t qp) {
  std::vector<TimedControl> right;
  for (const TimedControl& timed : bench_.config().control) {
    if (concerns(timed.request, qp)) {
      right.push_back(timed);
    }
  }
  std::stable_sort(right.begin(), right.end(), [](const TimedControl& a, const TimedControl& b) {
    return std::make_tuple(a.edge, a.request.kind) < std::make_tuple(b.edge, b.request.kind);
  });
  for (const std::vector<Served>* list : {&served_, &answers_}) {
    std::vector<ControlKind> kinds;
    for (const Served& served : *list) {
      if (served.kind == ControlKind::kEngineReset || served.qp == qp) {
        kinds.push_back(served.kind);
      }
    }
    bool same = kinds.size() == right.size();
    for (std::size_t at = 0; same && at < right.size(); ++at) {
      same = kinds[at] == right[at].request.kind;
    }
    expect(same, "requests of queue pair ", qp, " are ", list == &served_ ? "served" : "answered",
           " out of order");
  }
}

std::vector<Cycle> ControlCheck::taken(const CompletionTag& tag) const {
  std::vector<Cycle> edges;
  for (const auto& [edge, completion] : bench_.reader().taken()) {
    if (completion.tag == tag) {
      edges.push_back(edge);
    }
  }
  return edges;
}

void ControlCheck::check_transfer(const std::string& name, const Transfer& transfer) {
  expect(transfer.intake.has_value(), name, " never came");
  if (!transfer.intake) {
    return;
  }
  const std::vector<Cycle> edges = taken(transfer.request.tag);
  for (const Served& served : served_) {
    const bool concerned =
        served.kind == ControlKind::kEngineReset || served.qp == raw(transfer.request.qp);
    if (!concerned || served.asked < *transfer.intake || !served.answered) {
      continue;
    }
    expect(transfer.last_event < served.answered, name, " goes on behind the answer at ",
           served.answered_at);
    const Cycle last =
        resets(served, raw(transfer.request.qp)) ? served.asked_at : served.answered_at;
    expect(edges.empty() || edges.back() <= last, name, " has a completion behind ",
           name_of(served.kind), " at ", last);
  }
  check_completions(name, transfer);
  check_bytes(name, transfer);
}

void ControlCheck::check_completions(const std::string& name, const Transfer& transfer) {
  const auto reset = std::find_if(served_.begin(), served_.end(), [&](const Served& served) {
    return resets(served, raw(transfer.request.qp)) && served.asked > *transfer.intake;
  });
  const std::size_t presented = transfer.completions.size();
  const std::size_t taken_times = taken(transfer.request.tag).size();
  if (reset != served_.end()) {
    expect(presented <= 1 && taken_times <= presented, name, " completes ", presented, " times");
    expect(presented == 0 || transfer.completions.front() < reset->asked, name,
           " completes behind a reset");
  } else {
    std::size_t right = 1;
    if (transfer.request.tag.part > 0) {
      const Transfer& gather = transfers_.at(to_string(gather_of(transfer.request.tag)));
      const bool succeeded =
          !gather.completions.empty() &&
          bench_.events()[gather.completions.front()].status == CompletionStatus::kSuccess;
      right = succeeded ? 1 : 0;
    }
    expect(presented == right && taken_times == right, name, " completes ", presented,
           " times and is taken ", taken_times, " times instead of ", right);
  }
  if (presented == 1) {
    check_status(name, transfer);
  }
}

void ControlCheck::check_status(const std::string& name, const Transfer& transfer) {
  const Position presented = transfer.completions.front();
  const TraceEvent& completion = bench_.events()[presented];
  expect(completion.bytes == transfer.moved, name, ": the completion's bytes are not those moved");
  // The last request that took effect before: in ERR, or not.
  bool in_error = false;
  bool since_intake = false;
  for (const Served& served : served_) {
    if (served.asked > presented) {
      break;
    }
    const bool error =
        served.kind == ControlKind::kQueuePairError && served.qp == raw(transfer.request.qp);
    if (error || resets(served, raw(transfer.request.qp))) {
      in_error = error;
      since_intake = served.asked > *transfer.intake;
    }
  }
  const bool flushed = completion.status == CompletionStatus::kWrFlushErr;
  expect(!flushed || in_error, name, " is flushed without an error");
  expect(flushed || !in_error || since_intake, name, " came in error and is not flushed");
  expect(!flushed || transfer.moved < transfer.request.bytes || transfer.request.bytes == 0, name,
         " is flushed, and has moved in full");
}

void ControlCheck::check_bytes(const std::string& name, const Transfer& transfer) {
  if (transfer.request.atomic_granule) {
    return;
  }
  const bool gather = transfer.request.direction == Direction::kGather;
  const auto& gathered = bench_.payload().gathered();
  const auto payload = gathered.find(name);
  const std::size_t delivered = payload == gathered.end() ? 0 : payload->second.size();
  expect(!gather || delivered == transfer.moved, name, ": ", delivered, " bytes of payload, ",
         transfer.moved, " moved");
  std::uint32_t offset = 0;
  bool right = true;
  for (const Segment& segment : transfer.request.segments) {
    for (std::uint32_t at = 0; at < segment.bytes && right; ++at, ++offset) {
      const std::uint64_t address = segment.address + at;
      if (gather) {
        right =
            offset >= delivered || payload->second[offset] == pattern_byte(kMemoryPattern, address);
      } else if (offset < transfer.moved) {
        right = bench_.memory().byte_at(address) ==
                pattern_byte(payload_pattern(transfer.request.tag), offset);
      } else {
        right = !bench_.memory().written(address);
      }
    }
  }
  expect(right, name, ": byte ", offset - 1, " is wrong after ", transfer.moved, " have moved");
}

// Beats of write bursts never interleave: the beats that pass are those of the bursts, in order.
void ControlCheck::check_write_bursts() {
  std::vector<TraceEvent> bursts;
  std::vector<TraceEvent> beats;
  for (const TraceEvent& event : bench_.events()) {
    const bool passes = event.kind == TraceKind::kMove || event.kind == TraceKind::kWaste;
    if (event.kind == TraceKind::kBurst) {
      bursts.push_back(event);
    } else if (passes && event.direction == Direction::kScatter) {
      beats.push_back(event);
    }
  }
  std::size_t at = 0;
  for (const TraceEvent& burst : bursts) {
    bool cut = false;
    for (std::uint32_t beat = 0; beat < burst.beats; ++beat, ++at) {
      const bool there = at < beats.size() && beats[at].tag == burst.tag &&
                         beats[at].bus_tag == burst.bus_tag && beats[at].beats == beat &&
                         beats[at].last == (beat + 1 == burst.beats);
      expect(there, "not completed on the bus: ", text_of(burst));
      if (!there) {
        return;
      }
      const bool waste = beats[at].kind == TraceKind::kWaste;
      expect(waste || !cut, "a beat moves behind a cut one: ", text_of(beats[at]));
      cut = waste;
    }
  }
  expect(at == beats.size(), "write beats of no burst");
}

void ControlCheck::check_read_bursts() {
  std::map<std::uint32_t, std::pair<TraceEvent, std::uint32_t>> out;  // by bus tag: beats that came
  const auto close = [&](std::uint32_t bus_tag) {
    const auto found = out.find(bus_tag);
    if (found != out.end()) {
      expect(found->second.first.beats == found->second.second, found->second.second,
             " beats came of: ", text_of(found->second.first));
      out.erase(found);
    }
  };
  for (const TraceEvent& event : bench_.events()) {
    const bool passes = event.kind == TraceKind::kMove || event.kind == TraceKind::kWaste;
    if (event.kind == TraceKind::kRequest) {
      close(event.bus_tag);
      out[event.bus_tag] = {event, 0};
    } else if (passes && event.direction == Direction::kGather) {
      const auto found = out.find(event.bus_tag);
      const bool owned = found != out.end() && found->second.first.tag == event.tag;
      expect(owned, "a read beat of no burst: ", text_of(event));
      if (owned) {
        ++found->second.second;
      }
    }
  }
  while (!out.empty()) {
    close(out.begin()->first);
  }
}

}  // namespace sgdma::test
