// Single modules of the RTL in the place of the model's: nothing may change.

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/command_run.h"
#include "support/scenario_generator.h"
#include "support/scenario_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

using testing::HasSubstr;

struct Run {
  int exit_code = 0;
  std::string json;
  std::string events;
  std::string err;
};

Run run_with(const std::string& scenario, const std::vector<std::string>& parts) {
  const std::string log = scratch_path("events.jsonl");
  std::vector<std::string> arguments = {"run", scenario,         "--json",       "--events",
                                        log,   "--events-beats", "--no-progress"};
  for (const std::string& part : parts) {
    arguments.insert(arguments.end(), {"--rtl", part});
  }
  const CommandResult result = run_command(arguments);
  return {result.exit_code, result.out, result.exit_code == 2 ? "" : file_bytes(log), result.err};
}

void expect_same(const std::string& scenario, const std::vector<std::string>& parts) {
  const Run model = run_with(scenario, {});
  const Run rtl = run_with(scenario, parts);
  EXPECT_EQ(rtl.exit_code, model.exit_code) << rtl.err;
  EXPECT_EQ(rtl.json, model.json);
  EXPECT_TRUE(rtl.events == model.events) << "the event logs differ";
  EXPECT_FALSE(model.events.empty());
}

class RtlParts : public testing::TestWithParam<std::vector<std::string>> {};

TEST_P(RtlParts, ChangeNoScenarioOfTheRepository) {
  for (const char* name :
       {"arbitration_conflict", "bus_error", "cut_points", "deregistration", "fault_in_the_middle",
        "gather_three_segments", "mixed_64_queue_pairs", "no_payload", "payload_rate",
        "queue_pair_reset", "read_after_write", "rejected_work", "scatter_page_line",
        "send_three_packets", "silent_target", "single_slot", "two_directions"}) {
    SCOPED_TRACE(name);
    expect_same(source_path(std::string("traces/stimulus/") + name + ".toml"), GetParam());
  }
}

// Whatever the model has, the table and the arbiter are asked for it: all settings, faults, resets
// and deregistrations.
TEST_P(RtlParts, ChangeNoRandomScenario) {
  int refused = 0;
  for (std::uint64_t seed = 0; seed < 60 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::string path = write_scratch_file("random.toml", random_event_scenario(seed));
    if (run_with(path, GetParam()).exit_code == 2) {
      ++refused;  // a policy that the RTL has not
      continue;
    }
    expect_same(path, GetParam());
  }
  EXPECT_LT(refused, 50);
}

INSTANTIATE_TEST_SUITE_P(, RtlParts,
                         testing::Values(std::vector<std::string>{"in_flight_table"},
                                         std::vector<std::string>{"slot_arbiter"},
                                         std::vector<std::string>{"in_flight_table",
                                                                  "slot_arbiter"}));

TEST(RtlPartsUsage, RefusesWhatTheRtlHasNot) {
  const std::string scenario = source_path("traces/stimulus/bus_error.toml");
  const CommandResult slots =
      run_command({"run", scenario, "--rtl", "in_flight_table", "--set", "engine.slots=65"});
  EXPECT_EQ(slots.exit_code, 2);
  EXPECT_THAT(slots.err, HasSubstr("up to 64 slots"));
  const CommandResult policy = run_command(
      {"run", scenario, "--rtl", "slot_arbiter", "--set", "arbiter.policy=oldest_first"});
  EXPECT_EQ(policy.exit_code, 2);
  EXPECT_THAT(policy.err, HasSubstr("round_robin and weighted_round_robin"));
  const CommandResult name = run_command({"run", scenario, "--rtl", "slot_arbitre"});
  EXPECT_EQ(name.exit_code, 2);
  EXPECT_THAT(name.err, HasSubstr("did you mean \"slot_arbiter\"?"));
}

}  // namespace
}  // namespace sgdma::test
