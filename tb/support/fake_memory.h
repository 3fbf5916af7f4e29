/// Host memory behind the engine's bus, without a kernel: the memory of the contract's traces.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <unordered_map>
#include <vector>

#include "core/memory_bus.h"
#include "types/engine_config.h"

namespace sgdma::test {

/// Addresses that answer with an error.
struct FakeFault {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  BusStatus status = BusStatus::kSlaveError;
};

/// Addresses whose answers are late: those of a read burst from the beat at the address on, that of
/// a write burst with a beat there.
struct FakeSilence {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  Cycle late = kNever;  ///< edges; `kNever`: no answer, nor to what its transfer asks for later
};

/// Edges that the memory takes. Without further settings it is the memory of the contract's traces.
struct FakeMemoryConfig {
  Cycle read_latency = 3;   ///< handshake of a request to its first beat being valid
  Cycle write_latency = 2;  ///< handshake of a burst's last beat to its response being valid
  /// Edges that request or beat number n (from 0) waits beyond the first possible handshake.
  std::function<Cycle(std::uint64_t)> read_accept_delay;
  std::function<Cycle(std::uint64_t)> write_accept_delay;
  /// Where not 0: that many read bursts are collected and then answered last one first.
  std::uint32_t reverse_group = 0;
  /// Where not 0: up to that many edges more for each answer, so that answers overtake each other
  /// and beats of different bursts interleave, as far as the response order allows.
  Cycle jitter = 0;
  std::uint64_t seed = 1;
  /// Edges more for a read burst at this address; answers then overtake each other as with
  /// `jitter`.
  std::function<Cycle(std::uint64_t)> extra_latency;
  std::vector<FakeFault> faults;
  std::vector<FakeSilence> silences;  ///< answers then overtake each other as with `jitter`
};

/// Takes a request or beat one edge after it is driven, plus its delay. Beats that are valid from v
/// are seen at v + 1. Bytes are read and written when they are driven; memory that was never
/// written holds `kMemoryPattern`.
class FakeMemory final : public core::ReadBus, public core::WriteBus {
 public:
  FakeMemory(const EngineConfig& engine, const FakeMemoryConfig& config);

  void drive_read(Cycle now, const core::BusBurst& burst) override;
  bool read_accepted(Cycle now) override;
  void take_read(Cycle now) override;
  void release(std::uint32_t handle) override;
  void finish_read(Cycle now) override;
  void finish_row(Cycle last, std::uint32_t) override { finish_read(last); }  // rows of one
  Cycle next_read_edge(Cycle now) const override;

  void begin_write(const core::BusBurst& burst) override;
  bool drive_write(Cycle now, std::uint32_t beat, const BeatRange& range) override;
  bool takes_rows() const override { return false; }
  void drive_row(Cycle now, std::uint32_t beat, const BeatRange& range, std::uint32_t) override {
    drive_write(now, beat, range);
  }
  bool drive_cut(Cycle now, std::uint32_t beat, const BeatRange& range) override;
  bool write_accepted(Cycle now) override;
  void take_response(Cycle now) override;
  Cycle next_write_edge(Cycle now) const override;

  std::uint8_t byte_at(std::uint64_t address) const;
  void set_byte(std::uint64_t address, std::uint8_t value);
  /// Whether a write beat has put a value there.
  bool written(std::uint64_t address) const;
  std::uint64_t cut_beats() const { return cut_beats_; }
  /// Read beats whose data have not been released.
  std::size_t beats_out() const { return buffers_.size() - free_buffers_.size(); }

 private:
  static constexpr std::uint64_t kPageBytes = 4096;
  using Page = std::array<std::optional<std::uint8_t>, kPageBytes>;

  struct AcceptedRead {
    core::BusBurst burst;
    Cycle handshake = 0;
  };

  void make_room() override { room_ = write_buffer_.data(); }
  void show_first_read();
  void show_first_response();
  bool take_write(Cycle now, std::uint32_t beat);
  Cycle extra_delay();
  Cycle free_edge(std::set<Cycle>& taken, Cycle from, Cycle now);
  void answer(const AcceptedRead& read, Cycle now);
  void answer_beat(const core::BusBurst& burst, std::uint32_t beat, Cycle valid);
  BusStatus status_of(std::uint64_t address, std::uint64_t bytes) const;
  /// How late its answer is: edges, or `kNever`.
  Cycle silence_of(std::uint64_t address, std::uint64_t bytes) const;

  const EngineConfig& engine_;
  FakeMemoryConfig config_;
  std::mt19937_64 random_;
  std::unordered_map<std::uint64_t, Page> pages_;

  std::optional<Cycle> read_handshake_;  ///< of the request that is out
  std::uint64_t reads_driven_ = 0;
  std::vector<AcceptedRead> collected_;    ///< for `reverse_group`
  std::map<Cycle, core::ReadBeat> beats_;  ///< by the edge from which they are valid
  core::ReadBeat front_;                   ///< as `peek_read` shows it
  std::set<Cycle> read_edges_;
  Cycle last_read_ = 0;  ///< edge from which the last beat so far is valid
  std::unordered_map<std::uint32_t, Cycle> last_read_of_slot_;
  std::unordered_map<std::uint32_t, CompletionTag> silent_in_slot_;  ///< for good
  std::vector<std::vector<std::uint8_t>> buffers_;
  std::vector<std::uint32_t> free_buffers_;

  std::vector<std::uint8_t> write_buffer_;
  std::optional<Cycle> write_handshake_;  ///< of the beat that is out, where it is late
  Cycle last_handshake_ = 0;              ///< of the beat driven last
  std::uint64_t beats_driven_ = 0;
  std::uint64_t cut_beats_ = 0;
  Burst write_burst_;
  core::WriteResponse writing_;
  std::map<Cycle, core::WriteResponse> responses_;
  std::set<Cycle> response_edges_;
  Cycle last_response_ = 0;
};

}  // namespace sgdma::test
