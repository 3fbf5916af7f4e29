/// A memory behind the RTL copy engine that holds the engine to the rules of AXI4 and gets in its
/// way.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <optional>
#include <string>
#include <vector>

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
/// stays, and its payload with it; bursts are INCR of whole words, of up to 16 beats, in range and
/// within 4 KiB; W comes after its AW, with no strobe below its address, and WLAST on the last beat
/// alone; and the engine takes R and B at once. Which bytes were written, and how often, is kept. A
/// read gives noise for the bytes below its address.
class CheckedMemory {
 public:
  static constexpr std::uint64_t kWord = 64;
  using Word = std::array<std::uint8_t, kWord>;

  CheckedMemory(std::size_t bytes, const MemoryPace& pace)
      : bytes_(bytes), writes_(bytes), pace_(pace), random_(pace.seed) {}

  /// `Ports` is a Verilated engine.
  template <class Ports>
  void cycle(Ports& ports, std::uint64_t now) {
    Outputs outputs;
    outputs.read = {ports.m_axi_arvalid != 0, ports.m_axi_araddr, ports.m_axi_arlen + 1U,
                    ports.m_axi_arsize, ports.m_axi_arburst};
    outputs.write = {ports.m_axi_awvalid != 0, ports.m_axi_awaddr, ports.m_axi_awlen + 1U,
                     ports.m_axi_awsize, ports.m_axi_awburst};
    outputs.data = {ports.m_axi_wvalid != 0, {}, ports.m_axi_wstrb, ports.m_axi_wlast != 0};
    std::memcpy(outputs.data.bytes.data(), ports.m_axi_wdata.data(), kWord);
    outputs.read_data_ready = ports.m_axi_rready != 0;
    outputs.answer_ready = ports.m_axi_bready != 0;
    const Inputs inputs = answer(outputs, now);
    ports.m_axi_arready = inputs.read_ready ? 1 : 0;
    ports.m_axi_awready = inputs.write_ready ? 1 : 0;
    ports.m_axi_wready = inputs.data_ready ? 1 : 0;
    ports.m_axi_rvalid = inputs.read_data ? 1 : 0;
    ports.m_axi_rlast = inputs.read_last ? 1 : 0;
    ports.m_axi_rresp = inputs.read_response;
    std::memcpy(ports.m_axi_rdata.data(), inputs.read_bytes.data(), kWord);
    ports.m_axi_bvalid = inputs.answer ? 1 : 0;
    ports.m_axi_bresp = inputs.answer_response;
  }

  /// The R beat or the B, counted from 0, that is answered with SLVERR.
  void fail_read(std::uint64_t beat) { failing_read_ = beat; }
  void fail_write(std::uint64_t burst) { failing_write_ = burst; }

  std::vector<std::uint8_t>& bytes() { return bytes_; }
  /// Of each byte, how often it was written.
  [[nodiscard]] const std::vector<unsigned>& writes() const { return writes_; }
  [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }
  [[nodiscard]] const std::vector<BurstRecord>& read_bursts() const { return read_bursts_; }
  [[nodiscard]] const std::vector<BurstRecord>& write_bursts() const { return write_bursts_; }
  /// The cycles of the beats.
  [[nodiscard]] const std::vector<std::uint64_t>& read_beats() const { return read_beats_; }
  [[nodiscard]] const std::vector<std::uint64_t>& write_beats() const { return write_beats_; }

 private:
  /// AR or AW.
  struct Address {
    bool valid = false;
    std::uint64_t address = 0;
    unsigned beats = 0;
    unsigned size = 0;
    unsigned burst = 0;

    bool operator==(const Address& other) const {
      return valid == other.valid && address == other.address && beats == other.beats &&
             size == other.size && burst == other.burst;
    }
  };

  /// W.
  struct Data {
    bool valid = false;
    Word bytes{};
    std::uint64_t strobes = 0;
    bool last = false;

    bool operator==(const Data& other) const {
      return valid == other.valid && bytes == other.bytes && strobes == other.strobes &&
             last == other.last;
    }
  };

  /// Of the engine, in a cycle.
  struct Outputs {
    Address read;
    Address write;
    Data data;
    bool read_data_ready = false;
    bool answer_ready = false;
  };

  /// Of the engine, in the same cycle.
  struct Inputs {
    bool read_ready = false;
    bool write_ready = false;
    bool data_ready = false;
    bool read_data = false;
    bool read_last = false;
    std::uint8_t read_response = 0;
    Word read_bytes{};
    bool answer = false;
    std::uint8_t answer_response = 0;
  };

  Inputs answer(const Outputs& outputs, std::uint64_t now);
  void address_channel(const char* name, const Address& offered, bool ready, Address& kept,
                       std::vector<BurstRecord>& bursts);
  void check(bool holds, const std::string& problem);
  void read_data(const Outputs& outputs, Inputs& inputs);
  void write_data(const Data& offered, Inputs& inputs);
  void write_answers(const Outputs& outputs, Inputs& inputs);

  std::vector<std::uint8_t> bytes_;
  std::vector<unsigned> writes_;
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
  /// What a channel offered in a cycle and the memory did not take: the next cycle shows it again.
  Address kept_read_;
  Address kept_write_;
  Data kept_data_;
};

}  // namespace sgdma::rtl
