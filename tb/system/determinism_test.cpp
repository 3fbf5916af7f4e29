// The same input gives the same bytes, wherever the system puts the process in memory.

#include <string>

#include <gtest/gtest.h>

#include "support/command_run.h"
#include "support/scenario_generator.h"
#include "support/scenario_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

std::string outputs(const std::string& scenario) {
  const std::string log = scratch_path("events.jsonl");
  const std::string wave = scratch_path("wave.vcd");
  const CommandResult run =
      run_command({"run", scenario, "--json", "--events", log, "--events-beats", "--wave", wave});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  return run.out + file_bytes(log) + file_bytes(wave);
}

TEST(CasesK, K11_TwentyRunsAreTheSameBytes) {
  const std::string random = write_scratch_file("random.toml", random_event_scenario(11));
  for (const std::string& scenario :
       {source_path("traces/stimulus/fault_in_the_middle.toml"), random}) {
    SCOPED_TRACE(scenario);
    const std::string first = outputs(scenario);
    EXPECT_GT(first.size(), 1000U);
    for (int run = 1; run < 20; ++run) {
      ASSERT_TRUE(outputs(scenario) == first) << "run " << run;
    }
  }
}

}  // namespace
}  // namespace sgdma::test
