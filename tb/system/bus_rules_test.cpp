// Scenarios in this process, with both buses held to the base protocol of TLM-2.0.

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/scenario_generator.h"
#include "support/scenario_run.h"
#include "support/systemc/golden_run.h"
#include "support/systemc/watched_bus.h"
#include "workload/config/load_scenario.h"
#include "workload/simulation.h"

namespace sgdma::test {
namespace {

/// The checkers must see what the engine has counted, and find nothing.
void run_watched(const workload::Scenario& scenario) {
  WatchedBus bus;
  workload::SimulationOptions options;
  options.bind_bus = bus.binding();
  workload::Simulation simulation(scenario, options);
  EXPECT_EQ(simulation.run(), workload::Ending::kDone);
  const workload::RunResult result = simulation.result();
  EXPECT_EQ(result.verified, true);
  const core::ChannelCounters& reads = result.measured.channels[index_of(Direction::kGather)];
  const core::ChannelCounters& writes = result.measured.channels[index_of(Direction::kScatter)];
  EXPECT_GE(bus.reads().ended(), reads.beats);
  EXPECT_GE(bus.writes().ended(), writes.beats);
  EXPECT_EQ(bus.reads().alive(), 0U);
  EXPECT_EQ(bus.writes().alive(), 0U);
}

/// Names of the stimuli of traces/, in their order.
std::vector<std::string> stimuli() {
  std::set<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(source_path("traces/stimulus"))) {
    if (file.path().extension() == ".toml") {
      names.insert(file.path().stem());
    }
  }
  return {names.begin(), names.end()};
}

class BusRulesOfStimuli : public testing::TestWithParam<std::string> {};

TEST_P(BusRulesOfStimuli, AreKept) {
  workload::LoadOptions options;
  options.path = source_path("traces/stimulus/" + GetParam() + ".toml");
  run_watched(workload::load_scenario(options));
}

INSTANTIATE_TEST_SUITE_P(, BusRulesOfStimuli, testing::ValuesIn(stimuli()),
                         [](const testing::TestParamInfo<std::string>& instance) {
                           return instance.param;
                         });

/// Whole bus words with byte enables: nothing else is different.
class FullWordBeats : public testing::TestWithParam<std::string> {};

TEST_P(FullWordBeats, ChangeNoEvent) { expect_golden_log(GetParam(), {"bus.beats=full_word"}); }

INSTANTIATE_TEST_SUITE_P(, FullWordBeats, testing::ValuesIn(golden_names()),
                         [](const testing::TestParamInfo<std::string>& instance) {
                           return instance.param;
                         });

/// Any work under any configuration.
class BusRulesOfRandomWork : public testing::TestWithParam<std::uint64_t> {};

TEST_P(BusRulesOfRandomWork, AreKept) {
  SCOPED_TRACE("seed " + std::to_string(GetParam()));
  workload::Scenario scenario = workload::parse_scenario(random_scenario(GetParam()), "random");
  scenario.engine.beats = GetParam() % 2 == 0 ? BeatForm::kFullWord : BeatForm::kExact;
  run_watched(scenario);
}

INSTANTIATE_TEST_SUITE_P(Seeds, BusRulesOfRandomWork, testing::Range<std::uint64_t>(1, 33));

}  // namespace
}  // namespace sgdma::test
