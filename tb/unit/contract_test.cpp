// The traces of the cycle contract, on which two independent implementations agree.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "support/core_bench.h"
#include "support/trace_stimulus.h"

namespace sgdma::test {
namespace {

namespace fs = std::filesystem;

fs::path contract_folder() {
  const char* named = std::getenv("SGDMA_CONTRACT_DIR");
  return named != nullptr ? fs::path(named)
                          : fs::path(SGDMA_SOURCE_DIR) / ".." / "shared" / "contract";
}

std::string text_of_file(const fs::path& path) {
  std::ifstream in(path);
  EXPECT_TRUE(in) << path;
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    lines.push_back(line);
  }
  return lines;
}

struct Memory {
  const char* name;
  Cycle read_latency;
  Cycle write_latency;
  bool posted_writes;
};

class Contract : public testing::TestWithParam<std::tuple<const char*, Memory>> {};

TEST_P(Contract, EveryLineInBothModes) {
  const auto& [stimulus, memory] = GetParam();
  const fs::path folder = contract_folder();
  if (!fs::exists(folder)) {
    GTEST_SKIP() << folder << " is not there; the traces of our own prove the same";
  }
  const std::string name(stimulus);
  const std::vector<TimedRequest> work = parse_stimulus(text_of_file(folder / (name + ".stim")));
  const std::vector<std::string> expected =
      lines_of(text_of_file(folder / (name + "." + memory.name + ".trace")));
  ASSERT_FALSE(expected.empty());
  for (const RunMode mode : {RunMode::kEveryEdge, RunMode::kEventsOnly}) {
    CoreBench bench(
        contract_config(memory.read_latency, memory.write_latency, memory.posted_writes), work);
    bench.run(mode);
    const std::vector<std::string> lines = contract_lines(bench.events());
    for (std::size_t at = 0; at < std::min(lines.size(), expected.size()); ++at) {
      ASSERT_EQ(lines[at], expected[at]) << "line " << at + 1;
    }
    EXPECT_EQ(lines.size(), expected.size());
    EXPECT_EQ(bench.leaks(), "");
  }
}

INSTANTIATE_TEST_SUITE_P(, Contract,
                         testing::Combine(testing::Values("c4", "c5", "c7", "c9", "c12", "c13",
                                                          "c21", "c33", "c44", "c58", "c71", "c90"),
                                          testing::Values(Memory{"3-2-1", 3, 2, false},
                                                          Memory{"3-2-0", 3, 2, true},
                                                          Memory{"20-10-1", 20, 10, false})),
                         [](const testing::TestParamInfo<Contract::ParamType>& instance) {
                           std::string name = std::string(std::get<0>(instance.param)) + "_" +
                                              std::get<1>(instance.param).name;
                           for (char& letter : name) {
                             letter = letter == '-' ? '_' : letter;
                           }
                           return name;
                         });

}  // namespace
}  // namespace sgdma::test
