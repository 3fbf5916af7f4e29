#include "cosim/lock_step.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "types/byte_pattern.h"

namespace sgdma::cosim {
namespace {

using Kind = RecentEvent::Kind;

std::uint32_t response_of(BusStatus status) {
  switch (status) {
    case BusStatus::kOkay: return 0;
    case BusStatus::kSlaveError: return 2;
    case BusStatus::kDecodeError: return 3;
    case BusStatus::kTimeout: break;
  }
  return 2;
}

std::uint32_t log2_of(std::uint32_t power) {
  std::uint32_t log = 0;
  while ((1U << log) < power) ++log;
  return log;
}

}  // namespace

LockStep::LockStep(RtlEngine& rtl, RtlConfig config, std::vector<QpNumber> numbers,
                   std::function<void()> differs)
    : rtl_(rtl),
      config_(std::move(config)),
      numbers_(std::move(numbers)),
      differs_(std::move(differs)),
      word_(rtl.shape().bus_width),
      queues_(numbers_.size()),
      read_word_(word_),
      payload_(word_) {}

void LockStep::begin(const model::SgdmaEngine& engine) {
  engine_ = &engine;
  rtl_.configure(config_);
  before_ = rtl_.state();
}

std::uint32_t LockStep::index_of_number(QpNumber number) const {
  const auto found = std::find(numbers_.begin(), numbers_.end(), number);
  return static_cast<std::uint32_t>(found - numbers_.begin());
}

void LockStep::on_post(Cycle, const TransferRequest& request) {
  if (!obstacle_.empty()) {
    return;
  }
  if (request.atomic_granule) {
    obstacle_ = "an atomic, which locks its granule";
  } else if (request.segments.size() > kRtlSegments) {
    obstacle_ = fmt::format("a transfer of {} segments", request.segments.size());
  }
  if (!obstacle_.empty()) {
    differs_();
    return;
  }
  queues_[raw(request.qp)].push_back(request);
  changed_.push_back(raw(request.qp));
}

void LockStep::on_grant(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                        const TransferRequest& request) {
  edge_.grants[index_of(entry.direction)] = {true, false, raw(request.qp), raw(slot)};
  model_events_.add({now, Kind::kGrant, raw(slot), entry.address, entry.remaining});
}

void LockStep::on_burst(Cycle now, const BurstEvent& event) {
  edge_.bursts[index_of(event.direction)] = event;
  ++seen_.bursts;
  const Kind kind = event.direction == Direction::kGather ? Kind::kRequest : Kind::kBegin;
  model_events_.add({now, kind, raw(event.slot), event.burst.address, event.burst.beats});
}

void LockStep::on_beat(Cycle now, const BeatEvent& event) {
  ++seen_.beats;
  if (event.direction == Direction::kGather) {
    edge_.gathered = event;
    std::memcpy(&read_word_[event.range.address & (word_ - 1)], event.data, event.range.bytes);
  } else {
    edge_.write_accepted = true;
  }
  const core::InFlightTable& table = engine_->in_flight_table.entries();
  const std::uint64_t next = table.occupied(event.slot) ? table.entries()[raw(event.slot)].address
                                                        : event.range.address + event.range.bytes;
  model_events_.add({now, Kind::kMove, raw(event.slot), next, event.remaining});
}

void LockStep::on_waste(Cycle now, const BeatEvent& event) {
  ++seen_.wasted;
  edge_.write_accepted = edge_.write_accepted || event.direction == Direction::kScatter;
  model_events_.add({now, Kind::kWaste, raw(event.slot), event.range.address, event.remaining});
}

void LockStep::on_response(Cycle, const ResponseEvent& event) {
  if (event.direction == Direction::kScatter) {
    edge_.response = event;
  }
}

void LockStep::on_control(Cycle, const ControlEvent& event) {
  const std::uint32_t qp = index_of_number(event.qp);
  if (event.answered) {
    edge_.answered |= 1ULL << qp;
    return;
  }
  ++seen_.resets;
  edge_.resets.push_back(qp);
  queues_[qp].clear();
  changed_.push_back(qp);
  // What was presented at this edge is dropped.
  for (std::optional<Completion>& completion : edge_.completions) {
    if (completion && completion->tag.qp == event.qp) {
      completion.reset();
    }
  }
}

void LockStep::on_fault(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                        const FaultRecord& fault) {
  const std::size_t direction = index_of(entry.direction);
  edge_.faults[direction] = fault;
  edge_.fault_slots[direction] = raw(slot);
  ++seen_.faults;
  model_events_.add({now, Kind::kFault, raw(slot), fault.address, 0});
}

void LockStep::on_free(Cycle now, SlotIndex slot, const InFlightEntry&) {
  ++seen_.transfers;
  model_events_.add({now, Kind::kDone, raw(slot), 0, 0});
}

void LockStep::on_completion(Cycle, const Completion& completion) {
  edge_.completions[index_of(completion.direction)] = completion;
}

void LockStep::on_read_beat(Cycle, const core::ReadBeatEvent& event) { edge_.read_beat = event; }

void LockStep::on_edge(Cycle now, const core::EdgeSignals& signals) {
  if (after_ == kEdgesAfter || !obstacle_.empty()) {
    return;
  }
  for (std::size_t direction = 0; direction < kDirections; ++direction) {
    RtlState::Grant& grant = edge_.grants[direction];
    if (signals.winners[direction] && !grant.granted) {
      grant = {true, true, raw(*signals.winners[direction]), 0};
    }
  }
  step(now);
}

void LockStep::on_quiet(Cycle from, Cycle last, const core::EdgeSignals&) {
  for (Cycle now = from; now <= last && after_ < kEdgesAfter; ++now) {
    step(now);
  }
}

void LockStep::step(Cycle now) {
  if (after_ == kEdgesAfter) {  // the model may run on to the end of its row of edges
    edge_ = {};
    return;
  }
  read_model_bus();
  rtl_.step(inputs());
  if (!difference_) {
    check_wires(now);
    check(now);
    follow_rtl(now);
    tally();
    count_ = seen_;
  }
  follow_queues();
  history_.add(now, engine_->in_flight_table.running(), bus_behind_, rtl_.state());
  if (difference_) {
    model_events_.close();
    rtl_events_.close();
    ++after_;
    if (after_ == kEdgesAfter) {
      differs_();
    }
  }
  before_ = rtl_.state();
  bus_ = bus_behind_;
  edge_ = {};
}

RtlInputs LockStep::inputs() {
  RtlInputs in;
  in.ar_ready = bus_.ar.valid && (!bus_behind_.ar.valid || edge_.bursts[0].has_value());
  in.w_ready = edge_.write_accepted;
  in.aw_ready = edge_.write_accepted;
  if (edge_.read_beat) {
    in.r_valid = true;
    in.r_id = raw(edge_.read_beat->slot);
    in.r_response = response_of(edge_.read_beat->status);
    in.r_last = edge_.read_beat->last;
    in.r_data = read_word_.data();
  }
  if (edge_.response) {
    in.b_valid = true;
    in.b_id = raw(edge_.response->slot);
    in.b_response = response_of(edge_.response->status);
  }
  in.resets = edge_.resets;
  if (bus_.w_valid) {
    fill_payload();
    in.payload_in = payload_.data();
  }
  return in;
}

/// The bytes that the RTL asks for: of the transfer in its slot, from its offset on.
void LockStep::fill_payload() {
  const std::uint64_t pattern = payload_pattern(bus_.owner);
  for (std::uint32_t byte = 0; byte < word_; ++byte) {
    payload_[byte] = pattern_byte(pattern, before_.w.offset + byte);
  }
}

void LockStep::read_model_bus() {
  const core::GatherChannel& gather = engine_->gather_channel.channel();
  const core::ScatterChannel& scatter = engine_->scatter_channel.channel();
  const std::uint32_t size = log2_of(word_);
  ModelBus bus;
  if (gather.driving()) {
    const core::BusBurst burst = gather.driven_burst();
    bus.ar = {
        true, raw(burst.slot), burst.burst.address, burst.burst.bytes, burst.burst.beats, size, 1};
  }
  if (scatter.driving()) {
    const core::ScatterChannel::DrivenBeat beat = scatter.driven_beat();
    bus.w_valid = true;
    bus.w_last = beat.last;
    bus.w_cut = beat.cut;
    bus.w_slot = raw(beat.slot);
    bus.w_offset = beat.offset;
    bus.w_range = beat.range;
    bus.owner = beat.owner;
    if (edge_.bursts[1]) {
      const Burst& burst = edge_.bursts[1]->burst;
      bus.aw = {true, raw(beat.slot), burst.address, burst.bytes, burst.beats, size, 1};
    } else if (beat.beat == 0) {
      bus.aw = bus_.aw;
    }
  }
  bus_behind_ = bus;
}

bool LockStep::same(Cycle now, std::optional<std::uint32_t> slot, const char* field,
                    std::uint64_t model, std::uint64_t rtl, bool hexadecimal) {
  ++seen_.compared;
  if (model == rtl) {
    return true;
  }
  const auto text = [&](std::uint64_t value) {
    return hexadecimal ? fmt::format("0x{:x}", value) : std::to_string(value);
  };
  report(now, slot, field, text(model), text(rtl));
  return false;
}

void LockStep::report(Cycle now, std::optional<std::uint32_t> slot, std::string field,
                      std::string model, std::string rtl) {
  if (difference_) {
    return;
  }
  difference_ = Difference{now, slot, std::move(field), std::move(model), std::move(rtl)};
}

void LockStep::check(Cycle now) {
  const RtlState& rtl = rtl_.state();
  for (std::size_t direction = 0; direction < kDirections; ++direction) {
    const RtlState::Grant& model = edge_.grants[direction];
    const RtlState::Grant& grant = rtl.grants[direction];
    const char* const fields[2][4] = {{"gather granted", "gather grant, queue pair",
                                       "gather grant, zero length", "gather grant, slot"},
                                      {"scatter granted", "scatter grant, queue pair",
                                       "scatter grant, zero length", "scatter grant, slot"}};
    const auto& names = fields[direction];
    if (!same(now, std::nullopt, names[0], model.granted, grant.granted) || !model.granted) {
      continue;
    }
    same(now, std::nullopt, names[1], model.qp, grant.qp);
    same(now, std::nullopt, names[2], model.empty, grant.empty);
    if (!model.empty) {
      same(now, model.slot, names[3], model.slot, grant.slot);
    }
  }
  check_table(now);
  check_bus(now);
  check_exceptions(now);
}

void LockStep::check_table(Cycle now) {
  const core::InFlightTable& table = engine_->in_flight_table.entries();
  const InFlightEntry* entries = table.entries();
  const RtlState& rtl = rtl_.state();
  for (std::uint32_t slot = 0; slot < table.slots(); ++slot) {
    const bool busy = table.occupied(SlotIndex{slot});
    if (!same(now, slot, "busy", busy, rtl.busy >> slot & 1U) || !busy) {
      continue;
    }
    const InFlightEntry& entry = entries[slot];
    const std::uint32_t* words = rtl.entries + std::size_t{slot} * kEntryWords;
    const std::uint32_t qp = words[0] & 0xFFFFU;
    same(now, slot, "owning QP", raw(entry.qp),
         qp < numbers_.size() ? raw(numbers_[qp]) : ~std::uint64_t{0});
    same(now, slot, "direction", index_of(entry.direction), words[0] >> 16U);
    same(now, slot, "current address", entry.address, words[1] | std::uint64_t{words[2]} << 32U,
         true);
    same(now, slot, "remaining length", entry.remaining, words[3]);
    same(now, slot, "cursor", entry.cursor, words[4]);
    ++seen_.compared;
    TagWords tag;
    std::copy(words + 5, words + kEntryWords, tag.begin());
    if (tag != words_of(entry.tag)) {
      report(now, slot, "completion tag", to_string(entry.tag), to_string(tag_of(tag)));
    }
  }
  if (rtl.busy >> 1U >> (table.slots() - 1U) != 0) {
    report(now, std::nullopt, "busy", "no such slot", fmt::format("0x{:x}", rtl.busy));
  }
}

void LockStep::check_address(Cycle now, const char* channel, const RtlState::Address& model,
                             const RtlState::Address& rtl) {
  const auto field = [&](const char* what) { return std::string(channel) + what; };
  if (!same(now, model.valid ? std::optional(model.id) : std::nullopt, field("VALID").c_str(),
            model.valid, rtl.valid) ||
      !model.valid) {
    return;
  }
  same(now, model.id, field("ID").c_str(), model.id, rtl.id);
  same(now, model.id, field("ADDR").c_str(), model.address, rtl.address, true);
  same(now, model.id, field("USER").c_str(), model.bytes, rtl.bytes);
  same(now, model.id, field("LEN").c_str(), model.beats - 1, rtl.beats - 1);
  same(now, model.id, field("SIZE").c_str(), model.size, rtl.size);
  same(now, model.id, field("BURST").c_str(), model.burst, rtl.burst);
}

void LockStep::check_bus(Cycle now) {
  const RtlState& rtl = rtl_.state();
  check_address(now, "AR", bus_behind_.ar, rtl.ar);
  check_address(now, "AW", bus_behind_.aw, rtl.aw);
  const std::optional<std::uint32_t> slot =
      bus_behind_.w_valid ? std::optional(bus_behind_.w_slot) : std::nullopt;
  if (same(now, slot, "WVALID", bus_behind_.w_valid, rtl.w.valid) && bus_behind_.w_valid) {
    same(now, slot, "WLAST", bus_behind_.w_last, rtl.w.last);
    same(now, slot, "write payload, slot", bus_behind_.w_slot, rtl.w.slot);
    same(now, slot, "write payload, offset", bus_behind_.w_offset, rtl.w.offset);
  }
  const bool moved = edge_.gathered.has_value();
  if (!same(now, std::nullopt, "gather payload, valid", moved, rtl.payload_out.valid) || !moved) {
    return;
  }
  const BeatEvent& beat = *edge_.gathered;
  const std::uint32_t from = raw(beat.slot);
  same(now, from, "gather payload, slot", raw(beat.slot), rtl.payload_out.slot);
  same(now, from, "gather payload, offset", beat.offset, rtl.payload_out.offset);
  same(now, from, "gather payload, bytes", beat.range.bytes, rtl.payload_out.bytes);
  const auto* data = reinterpret_cast<const std::uint8_t*>(rtl.payload_out.data);
  const std::uint8_t* right = &read_word_[beat.range.address & (word_ - 1)];
  for (std::uint32_t byte = 0; byte < beat.range.bytes; ++byte) {
    same(now, from, "gather payload, data", right[byte], data[byte], true);
  }
}

/// What stood on the wires between the edge before and this one.
void LockStep::check_wires(Cycle now) {
  const RtlWires& wires = rtl_.wires();
  if (edge_.read_beat) {
    same(now, raw(edge_.read_beat->slot), "RREADY", 1, wires.r_ready);
  }
  if (!bus_.w_valid) {
    return;
  }
  const std::uint32_t place = static_cast<std::uint32_t>(bus_.w_range.address) & (word_ - 1);
  const std::uint64_t bytes = bus_.w_range.bytes == 64 ? ~0ULL : (1ULL << bus_.w_range.bytes) - 1;
  if (!same(now, bus_.w_slot, "WSTRB", bus_.w_cut ? 0 : bytes << place, wires.w_strobes, true) ||
      bus_.w_cut) {
    return;
  }
  const std::uint64_t pattern = payload_pattern(bus_.owner);
  for (std::uint32_t byte = 0; byte < bus_.w_range.bytes; ++byte) {
    same(now, bus_.w_slot, "WDATA", pattern_byte(pattern, bus_.w_offset + byte),
         wires.w_data[place + byte], true);
  }
}

void LockStep::check_exceptions(Cycle now) {
  const RtlState& rtl = rtl_.state();
  const char* const faulted[2] = {"read fault", "write fault"};
  const char* const completed[2] = {"gather completion", "scatter completion"};
  for (std::size_t direction = 0; direction < kDirections; ++direction) {
    const std::optional<FaultRecord>& fault = edge_.faults[direction];
    const RtlState::Fault& seen = rtl.faults[direction];
    const std::uint32_t slot = edge_.fault_slots[direction];
    if (same(now, fault ? std::optional(slot) : std::nullopt, faulted[direction], fault.has_value(),
             seen.faulted) &&
        fault) {
      const std::string name = faulted[direction];
      // AXI answers a write burst as a whole: it is the burst's address then.
      const bool write = direction == index_of(Direction::kScatter);
      const std::uint64_t address = write ? edge_.response->address : fault->address;
      same(now, slot, (name + ", slot").c_str(), slot, seen.slot);
      same(now, slot, (name + ", address").c_str(), address, seen.address, true);
      same(now, slot, (name + ", segment").c_str(), fault->segment, seen.segment);
      same(now, slot, (name + ", beat").c_str(), write ? 0 : fault->beat, seen.beat);
      same(now, slot, (name + ", status").c_str(), response_of(fault->status), seen.response);
    }
    const std::optional<Completion>& completion = edge_.completions[direction];
    const RtlState::Completion& presented = rtl.completions[direction];
    if (same(now, std::nullopt, completed[direction], completion.has_value(),
             presented.completed) &&
        completion) {
      const std::string name = completed[direction];
      same(now, std::nullopt, (name + ", bytes").c_str(), completion->bytes, presented.bytes);
      same(now, std::nullopt, (name + ", failed").c_str(),
           completion->status != CompletionStatus::kSuccess, presented.failed);
      ++seen_.compared;
      if (words_of(completion->tag) != presented.tag) {
        report(now, std::nullopt, name + ", tag", to_string(completion->tag),
               to_string(tag_of(presented.tag)));
      }
    }
  }
  same(now, std::nullopt, "reset answered", edge_.answered, rtl.resets_answered, true);
}

/// Heads as the next edge finds them.
void LockStep::follow_queues() {
  for (const RtlState::Grant& grant : edge_.grants) {
    if (grant.granted && !queues_[grant.qp].empty()) {
      queues_[grant.qp].pop_front();
      changed_.push_back(grant.qp);
    }
  }
  for (const std::uint32_t qp : changed_) {
    show_head(qp);
  }
  changed_.clear();
}

void LockStep::show_head(std::uint32_t qp) {
  rtl_.show(qp, queues_[qp].empty() ? nullptr : &queues_[qp].front());
}

/// What the RTL did, read from its registers.
void LockStep::follow_rtl(Cycle now) {
  const RtlState& rtl = rtl_.state();
  const auto entry = [&](std::uint32_t slot) {
    return rtl.entries + std::size_t{slot} * kEntryWords;
  };
  const auto address = [&](std::uint32_t slot) {
    return entry(slot)[1] | std::uint64_t{entry(slot)[2]} << 32U;
  };
  if (rtl.payload_out.valid) {
    const std::uint32_t slot = rtl.payload_out.slot;
    rtl_events_.add({now, Kind::kMove, slot, address(slot), entry(slot)[3]});
  }
  if (before_.w.valid && edge_.write_accepted) {
    const std::uint32_t slot = before_.w.slot;
    const Kind kind = rtl_.wires().w_strobes == 0 ? Kind::kWaste : Kind::kMove;
    rtl_events_.add({now, kind, slot, address(slot), entry(slot)[3]});
  }
  for (const RtlState::Fault& fault : rtl.faults) {
    if (fault.faulted) rtl_events_.add({now, Kind::kFault, fault.slot, fault.address, 0});
  }
  for (std::uint64_t ended = before_.busy & ~rtl.busy; ended != 0; ended &= ended - 1) {
    const auto slot = static_cast<std::uint32_t>(__builtin_ctzll(ended));
    rtl_events_.add({now, Kind::kDone, slot, 0, 0});
  }
  if (rtl.ar.valid &&
      (!before_.ar.valid || bus_.ar.valid != bus_behind_.ar.valid || edge_.bursts[0])) {
    rtl_events_.add({now, Kind::kRequest, rtl.ar.id, rtl.ar.address, rtl.ar.beats});
  }
  if (rtl.aw.valid && (!before_.aw.valid || edge_.write_accepted)) {
    rtl_events_.add({now, Kind::kBegin, rtl.aw.id, rtl.aw.address, rtl.aw.beats});
  }
  for (const RtlState::Grant& grant : rtl.grants) {
    if (grant.granted && !grant.empty) {
      rtl_events_.add({now, Kind::kGrant, grant.slot, address(grant.slot), entry(grant.slot)[3]});
    }
  }
}

void LockStep::tally() {
  ++seen_.cycles;
  const std::uint32_t busy = engine_->in_flight_table.running().busy();
  seen_.idle += busy == 0 ? 1U : 0U;
  seen_.two_busy += busy >= 2 ? 1U : 0U;
  const core::Transfers& running = engine_->in_flight_table.running();
  seen_.both_directions += running.busy_at_start(Direction::kGather) > 0 &&
                                   running.busy_at_start(Direction::kScatter) > 0
                               ? 1U
                               : 0U;
  const bool waits = (bus_.ar.valid && bus_behind_.ar.valid && !edge_.bursts[0]) ||
                     (bus_.w_valid && !edge_.write_accepted);
  seen_.back_pressure += waits ? 1U : 0U;
}

}  // namespace sgdma::cosim
