/// A memory behind the RTL copy engine that holds the engine to the rules of AXI4 and gets in its
/// way.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "Vaxi_copy_engine.h"
#include "support/scenario_random.h"

namespace sgdma::rtl {

/// Latencies as in FixedLatencyMemory; the percentages say in how many cycles a channel is ready,
/// or goes on to offer.
struct MemoryPace {
  std::uint64_t read_latency = 64;
  std::uint64_t write_latency = 64;
  unsigned address_percent = 100;  ///< ARREADY, and AWREADY on its own
  unsigned data_percent = 100;     ///< WREADY
  unsigned answer_percent = 100;   ///< RVALID, and BVALID on its own
  std::uint64_t seed = 1;
};

/// One AR or AW that was accepted.
struct BurstRecord {
  std::uint64_t address = 0;
  unsigned beats = 0;
  std::uint64_t cycle = 0;
};

/// What is wrong is written down once a cycle and rule. Checked: a VALID that is not accepted
/// stays, and its payload with it; bursts are INCR of whole words, aligned, of up to 16 beats, in
/// range and within 4 KiB; W comes after its AW, with all strobes, and WLAST on the last beat
/// alone; and the engine takes R and B at once.
class CheckedMemory {
 public:
  static constexpr std::uint64_t kWord = 64;

  CheckedMemory(std::size_t bytes, const MemoryPace& pace)
      : bytes_(bytes), pace_(pace), random_(pace.seed) {}

  void cycle(Vaxi_copy_engine& ports, std::uint64_t now);

  /// The R beat or the B, counted from 0, that is answered with SLVERR.
  void fail_read(std::uint64_t beat) { failing_read_ = beat; }
  void fail_write(std::uint64_t burst) { failing_write_ = burst; }

  std::vector<std::uint8_t>& bytes() { return bytes_; }
  [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }
  [[nodiscard]] const std::vector<BurstRecord>& read_bursts() const { return read_bursts_; }
  [[nodiscard]] const std::vector<BurstRecord>& write_bursts() const { return write_bursts_; }
  /// The cycles of the beats.
  [[nodiscard]] const std::vector<std::uint64_t>& read_beats() const { return read_beats_; }
  [[nodiscard]] const std::vector<std::uint64_t>& write_beats() const { return write_beats_; }

 private:
  /// What a channel offered in a cycle and the memory did not take: the next cycle shows it again.
  struct Kept {
    bool valid = false;
    std::uint64_t address = 0;
    unsigned beats = 0;
    std::vector<std::uint8_t> data;

    bool operator==(const Kept& other) const {
      return valid == other.valid && address == other.address && beats == other.beats &&
             data == other.data;
    }
  };

  void address_channel(const char* name, const Kept& offered, bool ready, Kept& kept,
                       std::vector<BurstRecord>& bursts);
  void check(bool holds, const std::string& problem);
  void read_data(Vaxi_copy_engine& ports);
  void write_data(Vaxi_copy_engine& ports);
  void write_answers(Vaxi_copy_engine& ports);

  std::vector<std::uint8_t> bytes_;
  MemoryPace pace_;
  test::ScenarioRandom random_;
  std::uint64_t now_ = 0;
  std::optional<std::uint64_t> failing_read_;
  std::optional<std::uint64_t> failing_write_;
  std::vector<std::string> problems_;
  std::vector<BurstRecord> read_bursts_;
  std::vector<BurstRecord> write_bursts_;
  std::vector<std::uint64_t> read_beats_;
  std::vector<std::uint64_t> write_beats_;
  std::size_t read_burst_ = 0;         ///< that gives data
  unsigned read_beat_ = 0;             ///< of it
  std::size_t write_burst_ = 0;        ///< that takes data
  unsigned write_beat_ = 0;            ///< of it
  std::deque<std::uint64_t> answers_;  ///< cycles from which they may come
  std::uint64_t answered_ = 0;
  Kept kept_read_;
  Kept kept_write_;
  Kept kept_data_;
};

}  // namespace sgdma::rtl
