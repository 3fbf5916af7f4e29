// An RTL AXI manager drives pins, and the model's host memory answers behind the subordinate
// bridge.

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "Vaxi_copy_engine.h"
#include "Vaxi_copy_engine_64.h"
#include "cosim/rtl_master_bench.h"
#include "platform/memory/host_memory.h"

namespace sgdma::test {
namespace {

/// Copies with memory that draws its latencies and is slower than the bus.
template <class Top, unsigned data_bits>
void expect_copies(std::uint32_t seed) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  platform::HostMemoryConfig config;
  config.read_latency = platform::Distribution::uniform(3000, 90'000);
  config.write_bandwidth = std::uint64_t{data_bits} * 600'000'000;
  config.seed = seed;
  platform::HostMemory memory("memory", config, 1000);
  RtlMasterBench<Top, data_bits> bench("bench", memory.read_socket, memory.write_socket);
  const std::vector<rtl::CopyDescriptor> copies = random_copies(random, 20);
  ASSERT_TRUE(bench.run(copies, 2'000'000));
  expect_copied(memory.contents(), copies);
  EXPECT_EQ(bench.checker.text(), "");
  EXPECT_GT(bench.checker.held_up(), 0U);
  EXPECT_EQ(bench.leaks(), "");
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
