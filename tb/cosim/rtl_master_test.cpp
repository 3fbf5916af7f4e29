// An RTL AXI manager drives pins, and the model's host memory answers behind the subordinate
// bridge.

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "Vaxi_copy_engine.h"
#include "Vaxi_copy_engine_64.h"
#include "cosim/axi/axi_subordinate_bridge.h"
#include "cosim/axi_checker.h"
#include "cosim/verilated_copy_engine.h"
#include "platform/memory/host_memory.h"
#include "support/systemc/base_protocol_checker.h"

namespace sgdma::test {
namespace {

template <class Top, unsigned data_bits>
struct Bench : sc_core::sc_module {
  Bench(const sc_core::sc_module_name& name, const platform::HostMemoryConfig& config)
      : sc_core::sc_module(name), memory("memory", config, 1000) {
    bridge.read_socket.bind(read_rules.from);
    read_rules.to.bind(memory.read_socket);
    bridge.write_socket.bind(write_rules.from);
    write_rules.to.bind(memory.write_socket);
    bind(engine);
    bind(bridge);
    bind(checker);
    aresetn.write(true);
  }
  template <class Module>
  void bind(Module& module) {
    module.clk(clk);
    module.aresetn(aresetn);
    module.axi.bind(wires);
  }

  sc_core::sc_clock clk{"clk", 1, sc_core::SC_NS};
  sc_core::sc_signal<bool> aresetn{"aresetn"};
  cosim::AxiWires<data_bits, 1> wires{"axi_"};
  VerilatedCopyEngine<Top, data_bits, 1> engine{"engine"};
  AxiChecker<data_bits, 1> checker{"checker"};
  cosim::AxiSubordinateBridge<data_bits, 1> bridge{"bridge", 264};
  BaseProtocolChecker read_rules{"read_rules"};
  BaseProtocolChecker write_rules{"write_rules"};
  platform::HostMemory memory;
};

/// Copies at any alignment, with memory that draws its latencies and is slower than the bus.
template <class Top, unsigned data_bits>
void expect_copies(std::uint32_t seed) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  platform::HostMemoryConfig config;
  config.read_latency = platform::Distribution::uniform(3000, 90'000);
  config.write_bandwidth = std::uint64_t{data_bits} * 600'000'000;
  config.seed = seed;
  Bench<Top, data_bits> bench("bench", config);
  std::uint64_t from = 0x100000;
  std::uint64_t to = 0x900000;
  std::vector<rtl::CopyDescriptor> copies;
  for (int copy = 0; copy < 20; ++copy) {
    const auto length = static_cast<std::uint32_t>(1 + random() % 6000);
    copies.push_back({from + random() % 100, to + random() % 100, length});
    from += 8192;
    to += 8192;
  }
  bench.engine.copies = {copies.begin(), copies.end()};
  for (int ran = 0; ran < 20'000 && bench.engine.done() < copies.size(); ++ran) {
    sc_core::sc_start(100, sc_core::SC_NS);
  }
  ASSERT_EQ(bench.engine.done(), copies.size());
  EXPECT_FALSE(bench.engine.error());
  for (const rtl::CopyDescriptor& copy : copies) {
    std::vector<std::uint8_t> source(copy.length);
    std::vector<std::uint8_t> destination(copy.length);
    bench.memory.contents().read(copy.source, source.data(), copy.length);
    bench.memory.contents().read(copy.destination, destination.data(), copy.length);
    ASSERT_EQ(source, destination);
  }
  EXPECT_EQ(bench.checker.text(), "");
  EXPECT_GT(bench.checker.held_up(), 0U);
  EXPECT_EQ(bench.bridge.payloads().alive(), 0U);
}

class RtlMaster : public testing::TestWithParam<std::uint32_t> {};

TEST_P(RtlMaster, CopiesInHostMemoryWith64Bits) {
  expect_copies<Vaxi_copy_engine_64, 64>(GetParam());
}
TEST_P(RtlMaster, CopiesInHostMemoryWith512Bits) {
  expect_copies<Vaxi_copy_engine, 512>(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Seeds, RtlMaster, testing::Range<std::uint32_t>(1, 5));

}  // namespace
}  // namespace sgdma::test
