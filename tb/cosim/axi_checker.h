/// Watches the wires of an AXI4 bus at every rising edge, and collects what breaks its rules.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <systemc>

#include "cosim/axi/axi_ports.h"

namespace sgdma::test {

enum class AxiChannel { kAw, kW, kB, kAr, kR };

/// A broken rule.
struct AxiReport {
  std::uint64_t cycle = 0;  ///< rising edges since the beginning
  /// "stable", "page", "size", "burst", "last", "strobes", "response" (of an ID without a burst, or
  /// too early) or "reset".
  std::string rule;
  std::string text;
};

/// Rules: VALID stays, and what it carries stays as it is, until READY (looked at on every edge);
/// no burst crosses 4 KiB, is wider than the bus or longer than 256 beats; INCR alone; WLAST and
/// RLAST with the right beat; strobes only in the lanes of the beat; beats and responses only of
/// bursts that wait for them, in order for each ID, and a write's not before its last beat was
/// taken; nothing valid in reset, but at its first edge, with which registers fall. Wires of two
/// values cannot show X.
template <unsigned data_bits, unsigned id_bits>
class AxiChecker : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> aresetn{"aresetn"};
  cosim::AxiMonitorPorts<data_bits, id_bits> axi{"axi_"};

  explicit AxiChecker(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    using SC_CURRENT_USER_MODULE = AxiChecker;
    SC_METHOD(rise);
    sensitive << clk.pos();
    dont_initialize();
  }

  const std::vector<AxiReport>& reports() const { return reports_; }
  /// All reports as text; empty where there are none.
  std::string text() const {
    std::string all;
    for (const AxiReport& report : reports_) {
      all +=
          "cycle " + std::to_string(report.cycle) + ": " + report.rule + ": " + report.text + "\n";
    }
    return all;
  }
  /// Whether a rule was broken.
  bool broke(const std::string& rule) const {
    for (const AxiReport& report : reports_) {
      if (report.rule == rule) return true;
    }
    return false;
  }
  std::uint64_t read_beats() const { return read_beats_; }
  std::uint64_t write_beats() const { return write_beats_; }
  /// Edges at which something was valid and not taken; if so on two channels, they count twice.
  std::uint64_t held_up() const {
    return std::accumulate(held_up_.begin(), held_up_.end(), std::uint64_t{0});
  }
  std::uint64_t held_up(AxiChannel channel) const {
    return held_up_.at(static_cast<std::size_t>(channel));
  }
  /// Bursts that wait for beats or for their response.
  std::size_t open() const {
    std::size_t bursts = addressed_.size();
    for (const auto& [id, reads] : reads_) bursts += reads.size();
    for (const auto& [id, writes] : answers_) bursts += writes.size();
    return bursts;
  }

 private:
  static constexpr unsigned kBytes = data_bits / 8;

  /// A channel as it was at the edge before.
  struct Held {
    bool waits = false;  ///< valid, and not taken
    std::string payload;
  };
  struct Burst {
    std::uint64_t address = 0;
    unsigned beats = 0;
    unsigned size = 0;  ///< bytes
    unsigned done = 0;  ///< beats
    std::uint32_t id = 0;
  };

  void report(const char* rule, const std::string& text) {
    reports_.push_back({cycle_, rule, text});
  }

  void hold(AxiChannel which, bool valid, bool ready, const std::string& payload) {
    static constexpr std::array<const char*, 5> kNames = {"AW", "W", "B", "AR", "R"};
    const auto number = static_cast<std::size_t>(which);
    const char* channel = kNames.at(number);
    Held& held = held_.at(number);
    if (held.waits && !valid) {
      report("stable", std::string(channel) + "VALID fell before " + channel + "READY");
    } else if (held.waits && payload != held.payload) {
      report("stable", std::string(channel) + " changed while it waited");
    }
    held.waits = valid && !ready;
    held.payload = payload;
    held_up_.at(number) += held.waits ? 1U : 0U;
  }

  Burst burst_of(const char* channel, std::uint64_t address, unsigned length, unsigned size,
                 unsigned kind, std::uint32_t id) {
    const Burst burst{address, length + 1, 1U << size, 0, id};
    if (kind != cosim::kAxiIncr) report("burst", std::string(channel) + "BURST is not INCR");
    if (burst.size > kBytes) report("size", std::string(channel) + "SIZE is above the bus");
    const std::uint64_t first = address / burst.size * burst.size;
    if (first / 4096 != (first + std::uint64_t{burst.beats} * burst.size - 1) / 4096) {
      report("page", std::string(channel) + ": a burst crosses 4 KiB");
    }
    return burst;
  }

  void rise() {
    ++cycle_;
    if (!aresetn.read()) {
      in_reset();
      return;
    }
    reset_edges_ = 0;
    hold_channels();
    if (axi.awvalid.read() && axi.awready.read()) {
      addressed_.push_back(burst_of("AW", axi.awaddr.read().to_uint64(), axi.awlen.read().to_uint(),
                                    axi.awsize.read().to_uint(), axi.awburst.read().to_uint(),
                                    axi.awid.read().to_uint()));
    }
    if (axi.wvalid.read() && axi.wready.read()) take_write();
    match_writes();
    if (axi.bvalid.read()) check_response();
    if (axi.rvalid.read()) check_read();
    if (axi.arvalid.read() && axi.arready.read()) {
      const Burst burst = burst_of("AR", axi.araddr.read().to_uint64(), axi.arlen.read().to_uint(),
                                   axi.arsize.read().to_uint(), axi.arburst.read().to_uint(),
                                   axi.arid.read().to_uint());
      reads_[burst.id].push_back(burst);
    }
  }

  void in_reset() {
    if (++reset_edges_ > 1 && (axi.awvalid.read() || axi.wvalid.read() || axi.arvalid.read() ||
                               axi.bvalid.read() || axi.rvalid.read())) {
      report("reset", "something is valid in reset");
    }
    held_ = {};
    addressed_.clear();
    beats_.clear();
    answers_.clear();
    reads_.clear();
  }

  void hold_channels() {
    const auto text = [](const auto&... values) { return (... + (values.to_string() + " ")); };
    hold(AxiChannel::kAw, axi.awvalid.read(), axi.awready.read(),
         text(axi.awid.read(), axi.awaddr.read(), axi.awlen.read(), axi.awsize.read(),
              axi.awburst.read()));
    hold(AxiChannel::kW, axi.wvalid.read(), axi.wready.read(),
         text(axi.wdata.read(), axi.wstrb.read()) + (axi.wlast.read() ? "1" : "0"));
    hold(AxiChannel::kB, axi.bvalid.read(), axi.bready.read(),
         text(axi.bid.read(), axi.bresp.read()));
    hold(AxiChannel::kAr, axi.arvalid.read(), axi.arready.read(),
         text(axi.arid.read(), axi.araddr.read(), axi.arlen.read(), axi.arsize.read(),
              axi.arburst.read()));
    hold(AxiChannel::kR, axi.rvalid.read(), axi.rready.read(),
         text(axi.rid.read(), axi.rdata.read(), axi.rresp.read()) + (axi.rlast.read() ? "1" : "0"));
  }

  void take_write() {
    ++write_beats_;
    beats_.push_back({axi.wstrb.read(), axi.wlast.read()});
  }

  /// Beats belong to addresses in their order, whichever came first.
  void match_writes() {
    while (!beats_.empty() && !addressed_.empty()) {
      Burst& burst = addressed_.front();
      const auto [strobes, last] = beats_.front();
      beats_.pop_front();
      const std::uint64_t address = burst.done == 0 ? burst.address
                                                    : burst.address / burst.size * burst.size +
                                                          std::uint64_t{burst.done} * burst.size;
      const auto from = static_cast<unsigned>(address % kBytes);
      const unsigned end = from / burst.size * burst.size + burst.size;
      for (unsigned lane = 0; lane < kBytes; ++lane) {
        if (strobes[static_cast<int>(lane)].to_bool() && (lane < from || lane >= end)) {
          report("strobes", "WSTRB has a lane that is not of the beat");
          break;
        }
      }
      ++burst.done;
      if (last != (burst.done == burst.beats)) {
        report("last", "WLAST with beat " + std::to_string(burst.done) + " of " +
                           std::to_string(burst.beats));
      }
      if (last || burst.done == burst.beats) {
        answers_[burst.id].push_back(burst);
        addressed_.pop_front();
      }
    }
  }

  void check_response() {
    std::deque<Burst>& waiting = answers_[axi.bid.read().to_uint()];
    if (waiting.empty()) {
      report("response", "a write response of ID " + std::to_string(axi.bid.read().to_uint()) +
                             " before its last beat, or of no burst");
    } else if (axi.bready.read()) {
      waiting.pop_front();
    }
  }

  void check_read() {
    std::deque<Burst>& waiting = reads_[axi.rid.read().to_uint()];
    if (waiting.empty()) {
      report("response", "a read beat of ID " + std::to_string(axi.rid.read().to_uint()) +
                             " that has no burst");
      return;
    }
    if (!axi.rready.read()) return;
    ++read_beats_;
    Burst& burst = waiting.front();
    ++burst.done;
    if (axi.rlast.read() != (burst.done == burst.beats)) {
      report("last", "RLAST with beat " + std::to_string(burst.done) + " of " +
                         std::to_string(burst.beats));
    }
    if (axi.rlast.read() || burst.done == burst.beats) waiting.pop_front();
  }

  struct WriteBeat {
    sc_dt::sc_bv<data_bits / 8> strobes;
    bool last = false;
  };

  std::uint64_t cycle_ = 0;
  std::array<Held, 5> held_;
  std::deque<Burst> addressed_;
  std::deque<WriteBeat> beats_;
  std::map<std::uint32_t, std::deque<Burst>> answers_;
  std::map<std::uint32_t, std::deque<Burst>> reads_;
  std::uint64_t read_beats_ = 0;
  std::uint64_t write_beats_ = 0;
  std::array<std::uint64_t, 5> held_up_{};  ///< of each channel
  std::uint64_t reset_edges_ = 0;           ///< of the reset that lasts
  std::vector<AxiReport> reports_;
};

}  // namespace sgdma::test
