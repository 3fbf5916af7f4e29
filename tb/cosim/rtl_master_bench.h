/// An RTL copy engine drives pins, under the checker, and a TLM-2.0 target answers behind the
/// subordinate bridge.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <systemc>

#include "cosim/axi/axi_subordinate_bridge.h"
#include "cosim/axi_checker.h"
#include "cosim/bind_pins.h"
#include "cosim/pin_hold.h"
#include "cosim/verilated_copy_engine.h"
#include "platform/memory/sparse_memory.h"
#include "support/systemc/base_protocol_checker.h"
#include "types/byte_pattern.h"

namespace sgdma::test {

/// Rising edges at whole nanoseconds. One elaboration a process.
template <class Top, unsigned data_bits>
class RtlMasterBench : public sc_core::sc_module {
 public:
  /// `hold`: of a PinHold at the engine's pins, which then have wires and a checker of their own.
  RtlMasterBench(const sc_core::sc_module_name& name, tlm::tlm_target_socket<>& reads,
                 tlm::tlm_target_socket<>& writes, std::function<unsigned()> hold = nullptr)
      : sc_core::sc_module(name) {
    bridge.read_socket.bind(read_rules.from);
    read_rules.to.bind(reads);
    bridge.write_socket.bind(write_rules.from);
    write_rules.to.bind(writes);
    bind_pins(bridge, clk, aresetn, wires);
    bind_pins(checker, clk, aresetn, wires);
    if (hold) {
      hold_.emplace("hold", std::move(hold));
      hold_->clk(clk);
      hold_->aresetn(aresetn);
      hold_->from.bind(engine_wires);
      hold_->to.bind(wires);
      engine_checker.emplace("engine_checker");
      bind_pins(*engine_checker, clk, aresetn, engine_wires);
    }
    bind_pins(engine, clk, aresetn, hold_ ? engine_wires : wires);
    aresetn.write(true);
  }

  /// Runs until all copies are done, or for as many nanoseconds.
  bool run(const std::vector<rtl::CopyDescriptor>& copies, std::uint64_t most) {
    engine.copies = {copies.begin(), copies.end()};
    for (std::uint64_t ran = 0; ran < most && engine.done() < copies.size(); ran += 100) {
      sc_core::sc_start(100, sc_core::SC_NS);
    }
    return engine.done() == copies.size() && !engine.error();
  }
  std::string leaks() const {
    std::string leaks;
    if (bridge.payloads().alive() > 0) leaks += "payloads alive; ";
    if (read_rules.alive() + write_rules.alive() > 0) leaks += "transactions alive; ";
    if (checker.open() > 0) leaks += "bursts open on the wires; ";
    return leaks;
  }

  sc_core::sc_clock clk{"clk", 1, sc_core::SC_NS};
  sc_core::sc_signal<bool> aresetn{"aresetn"};
  cosim::AxiWires<data_bits, 1> wires{"axi_"};
  cosim::AxiWires<data_bits, 1> engine_wires{"engine_axi_"};
  VerilatedCopyEngine<Top, data_bits, 1> engine{"engine"};
  AxiChecker<data_bits, 1> checker{"checker"};
  std::optional<AxiChecker<data_bits, 1>> engine_checker;  ///< where the pins are held up
  cosim::AxiSubordinateBridge<data_bits, 1> bridge{"bridge", 264};
  BaseProtocolChecker read_rules{"read_rules"};
  BaseProtocolChecker write_rules{"write_rules"};

 private:
  std::optional<PinHold<data_bits, 1>> hold_;
};

/// Copies at any alignment, none of which touches another's bytes.
inline std::vector<rtl::CopyDescriptor> random_copies(std::mt19937& random, int count) {
  std::uint64_t from = 0x100000;
  std::uint64_t to = 0x180000;
  std::vector<rtl::CopyDescriptor> copies;
  for (int copy = 0; copy < count; ++copy) {
    const auto length = static_cast<std::uint32_t>(1 + random() % 6000);
    const std::uint64_t source = from + random() % 100;
    const std::uint64_t destination = to + random() % 100;
    copies.push_back({source, destination, length});
    from += 8192;
    to += 8192;
  }
  return copies;
}

/// Memory holds the copies, and is untouched elsewhere: looked at byte by byte from the lowest
/// source to the highest destination and a page on each side; beyond, no page was written.
inline void expect_copied(const platform::SparseMemory& contents,
                          const std::vector<rtl::CopyDescriptor>& copies) {
  constexpr std::uint64_t kPage = 4096;
  const std::uint64_t begin = copies.front().source - kPage;
  const std::uint64_t end = copies.back().destination + copies.back().length + kPage;
  const auto count = static_cast<std::uint32_t>(end - begin);
  std::vector<std::uint8_t> expected(count);
  fill_pattern(kMemoryPattern, begin, expected.data(), count);
  std::set<std::uint64_t> pages;
  for (const rtl::CopyDescriptor& copy : copies) {
    std::memcpy(&expected[copy.destination - begin], &expected[copy.source - begin], copy.length);
    const std::uint64_t last = (copy.destination + copy.length - 1) / kPage;
    for (std::uint64_t page = copy.destination / kPage; page <= last; ++page) pages.insert(page);
  }
  std::vector<std::uint8_t> memory(count);
  contents.read(begin, memory.data(), count);
  const auto other = std::mismatch(memory.begin(), memory.end(), expected.begin());
  EXPECT_TRUE(other.first == memory.end())
      << "address " << begin + static_cast<std::uint64_t>(other.first - memory.begin());
  EXPECT_EQ(contents.pages(), pages.size());
}

/// Runs random copies, for so many nanoseconds at the most: their bytes are right, no rule of AXI4
/// is broken, and nothing is left over.
template <class Top, unsigned data_bits>
void expect_right_copies(RtlMasterBench<Top, data_bits>& bench,
                         const platform::SparseMemory& contents, std::uint32_t seed, int count,
                         std::uint64_t most) {
  std::mt19937 random(seed);
  const std::vector<rtl::CopyDescriptor> copies = random_copies(random, count);
  ASSERT_TRUE(bench.run(copies, most));
  expect_copied(contents, copies);
  EXPECT_EQ(bench.checker.text(), "");
  EXPECT_EQ(bench.leaks(), "");
}

}  // namespace sgdma::test
