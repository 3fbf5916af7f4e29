#include "support/fake_memory.h"

#include <algorithm>
#include <stdexcept>

#include "types/byte_pattern.h"

namespace sgdma::test {

FakeMemory::FakeMemory(const EngineConfig& engine, const FakeMemoryConfig& config)
    : engine_(engine), config_(config), random_(config.seed), write_buffer_(engine.bus_width) {}

Cycle FakeMemory::extra_delay() {
  return config_.jitter == 0 ? 0 : random_() % (config_.jitter + 1);
}

// First edge from `from` on at which no answer is valid yet. Edges before `now` are forgotten.
Cycle FakeMemory::free_edge(std::set<Cycle>& taken, Cycle from, Cycle now) {
  taken.erase(taken.begin(), taken.lower_bound(now));
  while (taken.count(from) != 0) {
    ++from;
  }
  taken.insert(from);
  return from;
}

void FakeMemory::drive_read(Cycle now, const core::BusBurst& burst) {
  if (read_handshake_) {
    throw std::logic_error("a read request is driven while another is out");
  }
  const Cycle delay = config_.read_accept_delay ? config_.read_accept_delay(reads_driven_) : 0;
  ++reads_driven_;
  read_handshake_ = now + 1 + delay;
  const AcceptedRead read{burst, *read_handshake_};
  if (config_.reverse_group == 0) {
    answer(read, now);
    return;
  }
  collected_.push_back(read);
  if (collected_.size() == config_.reverse_group) {
    std::reverse(collected_.begin(), collected_.end());
    for (AcceptedRead& collected : collected_) {
      collected.handshake = read.handshake;
      answer(collected, now);
    }
    collected_.clear();
  }
}

void FakeMemory::answer(const AcceptedRead& read, Cycle now) {
  Cycle from = read.handshake + config_.read_latency + extra_delay();
  if (config_.extra_latency) {
    from += config_.extra_latency(read.burst.burst.address);
  }
  const auto silent = silent_in_slot_.find(raw(read.burst.slot));
  if (silent != silent_in_slot_.end() && silent->second == read.burst.owner) {
    return;
  }
  if (config_.jitter == 0 && !config_.extra_latency && config_.silences.empty()) {
    from = last_read_ == 0 ? from : std::max(from, last_read_ + 1);
  } else if (engine_.response_order == ResponseOrder::kSlot) {
    const auto last = last_read_of_slot_.find(raw(read.burst.slot));
    from = last == last_read_of_slot_.end() ? from : std::max(from, last->second + 1);
  }
  Cycle already_late = 0;
  for (std::uint32_t beat = 0; beat < read.burst.burst.beats; ++beat) {
    const BeatRange range = core::beat_range(read.burst.burst, beat, engine_.bus_width);
    const Cycle late = silence_of(range.address, range.bytes);
    if (late == kNever) {
      silent_in_slot_[raw(read.burst.slot)] = read.burst.owner;
      return;
    }
    from += late - std::min(late, already_late);  // once a burst
    already_late = std::max(late, already_late);
    const Cycle valid = free_edge(read_edges_, from, now);
    answer_beat(read.burst, beat, valid);
    last_read_ = std::max(last_read_, valid);
    last_read_of_slot_[raw(read.burst.slot)] = valid;
    from = valid + 1 + (extra_delay() > config_.jitter / 2 ? 1 : 0);
  }
}

void FakeMemory::answer_beat(const core::BusBurst& burst, std::uint32_t beat, Cycle valid) {
  std::uint32_t handle = 0;
  if (free_buffers_.empty()) {
    handle = static_cast<std::uint32_t>(buffers_.size());
    buffers_.emplace_back(engine_.bus_width);
  } else {
    handle = free_buffers_.back();
    free_buffers_.pop_back();
  }
  const BeatRange range = core::beat_range(burst.burst, beat, engine_.bus_width);
  for (std::uint32_t at = 0; at < range.bytes; ++at) {
    buffers_[handle][at] = byte_at(range.address + at);
  }
  beats_[valid] = {burst.tag, beat, status_of(range.address, range.bytes), buffers_[handle].data(),
                   handle};
  show_first_read();
}

bool FakeMemory::read_accepted(Cycle now) {
  if (!read_handshake_ || now < *read_handshake_) {
    return false;
  }
  read_handshake_.reset();
  return true;
}

void FakeMemory::show_first_read() {
  if (beats_.empty()) {
    show_read(nullptr, kNever, 0);
    return;
  }
  front_ = beats_.begin()->second;
  show_read(&front_, beats_.begin()->first + 1, 1);
}

void FakeMemory::take_read(Cycle now) {
  if (beats_.empty() || beats_.begin()->first >= now) {
    throw std::logic_error("a read beat is taken before it is valid");
  }
  beats_.erase(beats_.begin());
  show_first_read();
}

void FakeMemory::release(std::uint32_t handle) {
  std::fill(buffers_[handle].begin(), buffers_[handle].end(), std::uint8_t{0});
  free_buffers_.push_back(handle);
}

void FakeMemory::finish_read(Cycle now) {
  const std::uint32_t handle = front_.handle;
  take_read(now);
  release(handle);
}

Cycle FakeMemory::next_read_edge(Cycle now) const {
  Cycle next = kNever;
  if (read_handshake_) {
    next = std::max(now + 1, *read_handshake_);
  }
  if (!beats_.empty()) {
    next = std::min(next, std::max(now + 1, beats_.begin()->first + 1));
  }
  return next;
}

void FakeMemory::begin_write(const core::BusBurst& burst) {
  write_burst_ = burst.burst;
  writing_ = {burst.tag, BusStatus::kOkay, 0};
}

bool FakeMemory::drive_write(Cycle now, std::uint32_t beat, const BeatRange& range) {
  for (std::uint32_t at = 0; at < range.bytes; ++at) {
    set_byte(range.address + at, write_buffer_[at]);
  }
  const BusStatus status = status_of(range.address, range.bytes);
  if (status > writing_.status) {
    writing_.status = status;
    writing_.beat = beat;
  }
  return take_write(now, beat);
}

bool FakeMemory::drive_cut(Cycle now, std::uint32_t beat, const BeatRange&) {
  ++cut_beats_;
  return take_write(now, beat);
}

bool FakeMemory::take_write(Cycle now, std::uint32_t beat) {
  if (write_handshake_ || now < last_handshake_) {
    throw std::logic_error("a write beat is driven while another is out");
  }
  const Cycle delay = config_.write_accept_delay ? config_.write_accept_delay(beats_driven_) : 0;
  ++beats_driven_;
  last_handshake_ = now + 1 + delay;
  if (delay > 0) {
    write_handshake_ = last_handshake_;
  }
  if (beat + 1 == write_burst_.beats && !engine_.posted_writes) {
    Cycle from = last_handshake_ + config_.write_latency + extra_delay();
    if (config_.jitter == 0) {
      from = last_response_ == 0 ? from : std::max(from, last_response_ + 1);
    }
    const Cycle late = silence_of(write_burst_.address, write_burst_.bytes);
    if (late == kNever) {
      return delay == 0;
    }
    const Cycle valid = free_edge(response_edges_, from + late, now);
    last_response_ = late == 0 ? valid : last_response_;
    responses_[valid] = writing_;
    show_first_response();
  }
  return delay == 0;
}

bool FakeMemory::write_accepted(Cycle now) {
  if (!write_handshake_ || now < *write_handshake_) {
    return false;
  }
  write_handshake_.reset();
  return true;
}

void FakeMemory::show_first_response() {
  if (responses_.empty()) {
    show_response(nullptr, kNever);
  } else {
    show_response(&responses_.begin()->second, responses_.begin()->first + 1);
  }
}

void FakeMemory::take_response(Cycle now) {
  if (peek_response(now) == nullptr) {
    throw std::logic_error("a write response is taken before it is valid");
  }
  responses_.erase(responses_.begin());
  show_first_response();
}

Cycle FakeMemory::next_write_edge(Cycle now) const {
  Cycle next = kNever;
  if (write_handshake_) {
    next = std::max(now + 1, *write_handshake_);
  }
  if (!responses_.empty()) {
    next = std::min(next, std::max(now + 1, responses_.begin()->first + 1));
  }
  return next;
}

std::uint8_t FakeMemory::byte_at(std::uint64_t address) const {
  const auto page = pages_.find(address / kPageBytes);
  if (page != pages_.end() && page->second[address % kPageBytes]) {
    return *page->second[address % kPageBytes];
  }
  return pattern_byte(kMemoryPattern, address);
}

void FakeMemory::set_byte(std::uint64_t address, std::uint8_t value) {
  pages_[address / kPageBytes][address % kPageBytes] = value;
}

bool FakeMemory::written(std::uint64_t address) const {
  const auto page = pages_.find(address / kPageBytes);
  return page != pages_.end() && page->second[address % kPageBytes].has_value();
}

Cycle FakeMemory::silence_of(std::uint64_t address, std::uint64_t bytes) const {
  for (const FakeSilence& silence : config_.silences) {
    if (address < silence.address + silence.bytes && silence.address < address + bytes) {
      return silence.late;
    }
  }
  return 0;
}

BusStatus FakeMemory::status_of(std::uint64_t address, std::uint64_t bytes) const {
  BusStatus worst = BusStatus::kOkay;
  for (const FakeFault& fault : config_.faults) {
    if (address < fault.address + fault.bytes && fault.address < address + bytes) {
      worst = std::max(worst, fault.status);
    }
  }
  return worst;
}

}  // namespace sgdma::test
