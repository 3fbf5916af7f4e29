// An RTL AXI manager drives pins, and the model's host memory answers behind the subordinate
// bridge.

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "Vaxi_copy_engine.h"
#include "Vaxi_copy_engine_1024.h"
#include "Vaxi_copy_engine_128.h"
#include "Vaxi_copy_engine_32.h"
#include "Vaxi_copy_engine_64.h"
#include "cosim/rtl_master_bench.h"
#include "platform/memory/host_memory.h"

namespace sgdma::test {
namespace {

/// Memory that draws its latencies and is slower than the bus.
platform::HostMemoryConfig slow_memory(unsigned data_bits, std::uint32_t seed) {
  platform::HostMemoryConfig config;
  config.read_latency = platform::Distribution::uniform(3000, 90'000);
  config.write_bandwidth = std::uint64_t{data_bits} * 600'000'000;
  config.seed = seed;
  return config;
}

template <class Top, unsigned data_bits>
void expect_copies(std::uint32_t seed) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  platform::HostMemory memory("memory", slow_memory(data_bits, seed), 1000);
  RtlMasterBench<Top, data_bits> bench("bench", memory.read_socket, memory.write_socket);
  ASSERT_NO_FATAL_FAILURE(expect_right_copies(bench, memory.contents(), seed, 20, 2'000'000));
  EXPECT_GT(bench.checker.held_up(), 0U);
}

/// As above, and the pins are held up at random, each channel for itself. The engine is always
/// ready for B and R: these can be held up behind the gates alone.
template <class Top, unsigned data_bits>
void expect_held_up_copies(std::uint32_t seed) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  platform::HostMemory memory("memory", slow_memory(data_bits, seed), 1000);
  std::mt19937 holds(seed);
  RtlMasterBench<Top, data_bits> bench("bench", memory.read_socket, memory.write_socket, [&holds] {
    return static_cast<unsigned>(holds() & holds() & 31U);
  });
  ASSERT_NO_FATAL_FAILURE(expect_right_copies(bench, memory.contents(), seed, 20, 2'000'000));
  EXPECT_EQ(bench.engine_checker->text(), "");
  for (const AxiChannel channel : {AxiChannel::kAw, AxiChannel::kW, AxiChannel::kAr}) {
    EXPECT_GT(bench.engine_checker->held_up(channel), 0U) << static_cast<int>(channel);
  }
  for (const AxiChannel channel : {AxiChannel::kB, AxiChannel::kR}) {
    EXPECT_GT(bench.checker.held_up(channel), 0U) << static_cast<int>(channel);
  }
  EXPECT_EQ(bench.engine_checker->write_beats(), bench.checker.write_beats());
  EXPECT_EQ(bench.engine_checker->read_beats(), bench.checker.read_beats());
}

class RtlMaster : public testing::TestWithParam<std::uint32_t> {};

TEST_P(RtlMaster, CopiesInHostMemoryWith32Bits) {
  expect_copies<Vaxi_copy_engine_32, 32>(GetParam());
}
TEST_P(RtlMaster, CopiesInHostMemoryWith64Bits) {
  expect_copies<Vaxi_copy_engine_64, 64>(GetParam());
}
TEST_P(RtlMaster, CopiesInHostMemoryWith128Bits) {
  expect_copies<Vaxi_copy_engine_128, 128>(GetParam());
}
TEST_P(RtlMaster, CopiesInHostMemoryWith512Bits) {
  expect_copies<Vaxi_copy_engine, 512>(GetParam());
}
TEST_P(RtlMaster, CopiesInHostMemoryWith1024Bits) {
  expect_copies<Vaxi_copy_engine_1024, 1024>(GetParam());
}
TEST_P(RtlMaster, CopiesWithPinsHeldUpWith32Bits) {
  expect_held_up_copies<Vaxi_copy_engine_32, 32>(GetParam());
}
TEST_P(RtlMaster, CopiesWithPinsHeldUpWith64Bits) {
  expect_held_up_copies<Vaxi_copy_engine_64, 64>(GetParam());
}
TEST_P(RtlMaster, CopiesWithPinsHeldUpWith128Bits) {
  expect_held_up_copies<Vaxi_copy_engine_128, 128>(GetParam());
}
TEST_P(RtlMaster, CopiesWithPinsHeldUpWith512Bits) {
  expect_held_up_copies<Vaxi_copy_engine, 512>(GetParam());
}
TEST_P(RtlMaster, CopiesWithPinsHeldUpWith1024Bits) {
  expect_held_up_copies<Vaxi_copy_engine_1024, 1024>(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Seeds, RtlMaster, testing::Range<std::uint32_t>(1, 5));

}  // namespace
}  // namespace sgdma::test
