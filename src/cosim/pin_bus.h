/// The engine's bus as somebody else's test bench answers it: acceptances, beats and responses are
/// told one edge at a time, and are of slots, as pins with the slot for an ID have them.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "core/memory_bus.h"
#include "types/engine_config.h"

namespace sgdma::cosim {

/// Invariant: what is told holds for the next edge alone.
class PinBus final : public core::ReadBus, public core::WriteBus {
 public:
  explicit PinBus(const EngineConfig& config);

  /// Whether a request, or a beat, stands on the bus.
  bool reads() const { return reading_; }
  bool writes() const { return writing_; }
  /// Beats that are asked for of a slot, accepted, and not there yet.
  std::uint32_t beats_due(std::uint32_t slot) const;
  /// Write bursts of a slot that have gone out and are not answered.
  std::size_t responses_due(std::uint32_t slot) const { return answers_[slot].size(); }
  /// The write burst whose beats are driven.
  const core::BusBurst& written() const { return write_; }
  bool beat_told() const { return beat_told_; }
  bool response_told() const { return response_told_; }

  /// Each requires that it is due, and once an edge at most.
  void accept_read() { read_taken_ = true; }
  void accept_write() { write_taken_ = true; }
  void give_beat(std::uint32_t slot, BusStatus status);
  void give_response(std::uint32_t slot, BusStatus status);
  /// What was told for edge `now` becomes visible to it.
  void begin_edge(Cycle now);
  void end_edge();

 private:
  struct Read {
    core::BusBurst burst;
    std::uint32_t given = 0;  ///< beats
    bool accepted = false;
  };

  void drive_read(Cycle now, const core::BusBurst& burst) override;
  bool read_accepted(Cycle now) override;
  void take_read(Cycle) override { show_read(nullptr, kNever, 0); }
  void release(std::uint32_t) override {}
  void finish_read(Cycle now) override { take_read(now); }
  void finish_row(Cycle now, std::uint32_t) override { take_read(now); }
  Cycle next_read_edge(Cycle now) const override { return now + 1; }

  void begin_write(const core::BusBurst& burst) override { write_ = burst; }
  bool drive_write(Cycle now, std::uint32_t beat, const BeatRange& range) override;
  bool drive_cut(Cycle now, std::uint32_t beat, const BeatRange& range) override;
  bool takes_rows() const override { return false; }
  void drive_row(Cycle, std::uint32_t, const BeatRange&, std::uint32_t) override {}
  bool write_accepted(Cycle now) override;
  void take_response(Cycle) override { show_response(nullptr, kNever); }
  Cycle next_write_edge(Cycle now) const override { return now + 1; }
  void make_room() override { room_ = buffer_.data(); }

  bool posted_;
  std::vector<std::deque<Read>> reads_;              ///< by slot
  std::vector<std::deque<core::BusBurst>> answers_;  ///< write bursts to be answered, by slot
  std::vector<std::uint8_t> buffer_;                 ///< nobody looks at the bytes
  std::uint32_t reading_slot_ = 0;
  bool reading_ = false;
  bool read_taken_ = false;
  core::BusBurst write_;
  bool writing_ = false;
  bool last_beat_ = false;  ///< the one that is driven
  bool write_taken_ = false;
  core::ReadBeat beat_;
  bool beat_told_ = false;
  core::WriteResponse response_;
  bool response_told_ = false;
};

}  // namespace sgdma::cosim
