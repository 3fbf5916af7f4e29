#include "cosim/pin_bus.h"

#include "core/burst.h"

namespace sgdma::cosim {

PinBus::PinBus(const EngineConfig& config)
    : posted_(config.posted_writes),
      reads_(config.slots),
      answers_(config.slots),
      buffer_(std::size_t{core::kMaxBeats} * config.bus_width) {}

std::uint32_t PinBus::beats_due(std::uint32_t slot) const {
  std::uint32_t due = 0;
  for (const Read& read : reads_[slot]) {
    due += read.accepted ? read.burst.burst.beats - read.given : 0;
  }
  return due;
}

void PinBus::give_beat(std::uint32_t slot, BusStatus status) {
  std::deque<Read>& reads = reads_[slot];
  Read& read = reads.front();
  beat_ = {read.burst.tag, read.given, status, buffer_.data(), 0};
  beat_told_ = true;
  ++read.given;
  if (read.given == read.burst.burst.beats) {
    reads.pop_front();
  }
}

void PinBus::give_response(std::uint32_t slot, BusStatus status) {
  response_ = {answers_[slot].front().tag, status, 0};
  response_told_ = true;
  answers_[slot].pop_front();
}

void PinBus::begin_edge(Cycle now) {
  if (beat_told_) {
    show_read(&beat_, now, 1);
  }
  if (response_told_) {
    show_response(&response_, now);
  }
}

void PinBus::end_edge() {
  read_taken_ = false;
  write_taken_ = false;
  beat_told_ = false;
  response_told_ = false;
}

void PinBus::drive_read(Cycle, const core::BusBurst& burst) {
  reading_ = true;
  reading_slot_ = raw(burst.slot);
  reads_[reading_slot_].push_back({burst, 0, false});
}

bool PinBus::read_accepted(Cycle) {
  if (!read_taken_) {
    return false;
  }
  read_taken_ = false;
  reading_ = false;
  reads_[reading_slot_].back().accepted = true;
  return true;
}

bool PinBus::drive_write(Cycle, std::uint32_t, const BeatRange& range) {
  writing_ = true;
  last_beat_ = core::is_last_beat(write_.burst, range);
  return false;
}

bool PinBus::drive_cut(Cycle now, std::uint32_t beat, const BeatRange& range) {
  return drive_write(now, beat, range);
}

bool PinBus::write_accepted(Cycle) {
  if (!write_taken_) {
    return false;
  }
  write_taken_ = false;
  writing_ = false;
  if (last_beat_ && !posted_) {
    answers_[raw(write_.slot)].push_back(write_);
  }
  return true;
}

}  // namespace sgdma::cosim
