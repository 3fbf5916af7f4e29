// The RTL engine by itself, against the traces of the cycle contract and against the same stimuli
// through the model's core: line for line.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "cosim/rtl_bench.h"
#include "cosim/verilated_engines.h"
#include "support/core_bench.h"
#include "support/scenario_generator.h"
#include "support/scenario_run.h"
#include "support/trace_stimulus.h"

namespace sgdma::test {
namespace {

namespace fs = std::filesystem;

struct Memory {
  const char* name;
  Cycle read_latency;
  Cycle write_latency;
  bool posted_writes;
};

cosim::RtlConfig contract_rtl(bool posted) {
  cosim::RtlConfig config;
  config.read = {32, 4, 0};
  config.write = {32, 256, 0};
  config.slots = 4;
  config.reset_cuts = true;
  config.posted = posted;
  return config;
}

std::vector<std::string> rtl_lines(const std::string& stimulus, const Memory& memory) {
  const auto rtl = cosim::make_verilated_engine({4, 4, 8});
  EXPECT_NE(rtl, nullptr);
  RtlBench bench(*rtl, contract_rtl(memory.posted_writes),
                 {memory.read_latency, memory.write_latency}, parse_stimulus(stimulus));
  EXPECT_TRUE(bench.run(1'000'000));
  return bench.lines();
}

void expect_lines(const std::vector<std::string>& lines, const std::vector<std::string>& expected) {
  for (std::size_t at = 0; at < std::min(lines.size(), expected.size()); ++at) {
    ASSERT_EQ(lines[at], expected[at]) << "line " << at + 1;
  }
  EXPECT_EQ(lines.size(), expected.size());
}

fs::path contract_folder() {
  const char* named = std::getenv("SGDMA_CONTRACT_DIR");
  return named != nullptr ? fs::path(named)
                          : fs::path(SGDMA_SOURCE_DIR) / ".." / "shared" / "contract";
}

class RtlContract : public testing::TestWithParam<std::tuple<const char*, Memory>> {};

TEST_P(RtlContract, EveryLine) {
  const auto& [stimulus, memory] = GetParam();
  const fs::path folder = contract_folder();
  if (!fs::exists(folder)) {
    GTEST_SKIP() << folder << " is not there; random stimuli prove the same";
  }
  const std::string name(stimulus);
  const std::vector<std::string> expected =
      lines_of(file_bytes(folder / (name + "." + memory.name + ".trace")));
  ASSERT_FALSE(expected.empty());
  expect_lines(rtl_lines(file_bytes(folder / (name + ".stim")), memory), expected);
}

INSTANTIATE_TEST_SUITE_P(, RtlContract,
                         testing::Combine(testing::Values("c4", "c5", "c7", "c9", "c12", "c13",
                                                          "c21", "c33", "c44", "c58", "c71", "c90"),
                                          testing::Values(Memory{"3-2-1", 3, 2, false},
                                                          Memory{"3-2-0", 3, 2, true},
                                                          Memory{"20-10-1", 20, 10, false})),
                         [](const testing::TestParamInfo<RtlContract::ParamType>& instance) {
                           std::string name = std::string(std::get<0>(instance.param)) + "_" +
                                              std::get<1>(instance.param).name;
                           for (char& letter : name) {
                             letter = letter == '-' ? '_' : letter;
                           }
                           return name;
                         });

TEST(RtlTrace, IsTheCoresForRandomStimuli) {
  for (std::uint64_t seed = 0; seed < 200 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::string stimulus = random_stimulus(seed);
    const Memory memory{"", seed % 23, seed % 11, seed % 2 == 1};
    CoreBench bench(
        contract_config(memory.read_latency, memory.write_latency, memory.posted_writes),
        parse_stimulus(stimulus));
    bench.run(RunMode::kEveryEdge);
    expect_lines(rtl_lines(stimulus, memory), contract_lines(bench.events()));
  }
}

}  // namespace
}  // namespace sgdma::test
