// Every trace of the cycle contract, from the event log of the whole model.

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "support/command_run.h"
#include "support/contract_scenario.h"
#include "support/log_trace.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

namespace fs = std::filesystem;

fs::path contract_folder() { return fs::path(SGDMA_SOURCE_DIR) / ".." / "shared" / "contract"; }

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

struct NamedMemory {
  const char* name;
  ContractMemory memory;
};

class Contract : public testing::TestWithParam<std::tuple<const char*, NamedMemory>> {};

TEST_P(Contract, EventLogGivesTheTrace) {
  const auto& [stimulus, named] = GetParam();
  const fs::path folder = contract_folder();
  if (!fs::exists(folder)) {
    GTEST_SKIP() << folder << " is not there; traces/golden proves the same with files of its own";
  }
  const std::string expected =
      text_of(folder / (std::string(stimulus) + "." + named.name + ".trace"));
  const std::string tag = std::string(stimulus) + "." + named.name;
  const std::string scenario = write_scratch_file(
      tag + ".toml",
      contract_scenario(text_of(folder / (std::string(stimulus) + ".stim")), named.memory));
  const std::string log = write_scratch_file(tag + ".jsonl", "");
  const CommandResult result =
      run_command({"run", scenario, "--events", log, "--events-beats", "--expect-ok"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  std::string trace;
  for (const std::string& line : trace_of_log(log)) {
    trace += line + "\n";
  }
  EXPECT_EQ(trace, expected);
}

INSTANTIATE_TEST_SUITE_P(Shared, Contract,
                         testing::Combine(testing::Values("c4", "c5", "c7", "c9", "c12", "c13",
                                                          "c21", "c33", "c44", "c58", "c71", "c90"),
                                          testing::Values(NamedMemory{"3-2-0", {3, 2, false}},
                                                          NamedMemory{"3-2-1", {3, 2, true}},
                                                          NamedMemory{"20-10-1", {20, 10, true}})));

}  // namespace
}  // namespace sgdma::test
