// Failures of real engines (cases.md K): what becomes of large times and of other time resolutions.

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/sgdma_engine.h"
#include "support/case_run.h"
#include "support/systemc/golden_run.h"
#include "support/systemc/watched_bus.h"
#include "workload/config/load_scenario.h"
#include "workload/simulation.h"

namespace sgdma::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string gather_at(const std::string& time) {
  return "[[wqe]]\nqp = 0\nop = \"send\"\nat = \"" + time +
         "\"\nsge = [{ addr = 0x1000, len = \"64 B\", key = 1 }]\n";
}

std::string scenario_of(const std::string& work) {
  return case_bus(64, 8) + kWholeMemory + case_queue_pairs(1) + work;
}

/// Runs in this process; what an error report says, or "".
template <class Action>
std::string report_of(const Action& action) {
  try {
    action();
  } catch (const sc_core::sc_report& report) {
    return std::string(report.get_msg_type()) + ": " + report.get_msg();
  }
  return "";
}

/// Stimuli with a golden event log.
class CasesK01 : public testing::TestWithParam<std::string> {};

TEST_P(CasesK01, K01_FemtosecondsChangeNothing) {
  sc_core::sc_set_time_resolution(1, sc_core::SC_FS);
  expect_golden_log(GetParam());
}

INSTANTIATE_TEST_SUITE_P(, CasesK01, testing::ValuesIn(golden_names()),
                         [](const testing::TestParamInfo<std::string>& instance) {
                           return instance.param;
                         });

// The second transfer comes at edge 5001.
TEST(CasesK, K01_RunsEndAtTheSameEdge) {
  sc_core::sc_set_time_resolution(1, sc_core::SC_FS);
  const std::string text = scenario_of(gather_at("1 us") + gather_at("5 us"));
  const workload::Scenario scenario = workload::parse_scenario(text, "stopped.toml");
  workload::SimulationOptions options;
  options.max_cycles = 3000;
  WatchedBus bus;
  options.bind_bus = bus.binding();
  workload::Simulation simulation(scenario, options);
  EXPECT_EQ(simulation.run(), workload::Ending::kCycleLimit);
  const CaseRun picoseconds(text, {"--max-cycles", "3000"});
  EXPECT_EQ(std::to_string(simulation.result().cycles), picoseconds.result("/cycles"));
  EXPECT_EQ(simulation.result().cycles, 3000U);
}

// 2^64 fs are 18446.7 s.
TEST(CasesK, K01_TimesBeyondTheEndAreRejectedByName) {
  sc_core::sc_set_time_resolution(1, sc_core::SC_FS);
  const workload::Scenario scenario =
      workload::parse_scenario(scenario_of(gather_at("20000 s")), "late.toml");
  const std::string said = report_of([&] {
    workload::Simulation simulation(scenario, {});
    simulation.run();
  });
  EXPECT_THAT(said, StartsWith("/sgdma/clock/end_of_time: platform.engine: edge 20000000000001 "));
  EXPECT_THAT(said, HasSubstr("18446744073708"));
  EXPECT_THAT(said, HasSubstr("1 fs"));
}

TEST(CasesK, K01_SecondsAreRejectedByName) {
  sc_core::sc_set_time_resolution(1, sc_core::SC_SEC);
  const workload::Scenario scenario =
      workload::parse_scenario(scenario_of(gather_at("1 us")), "coarse.toml");
  EXPECT_THAT(
      report_of([&] { workload::Simulation simulation(scenario, {}); }),
      StartsWith("/sgdma/platform/time_resolution: the simulation's time resolution is 1 s"));
}

TEST(CasesK, K01_PeriodBelowTheResolutionIsRejectedByName) {
  sc_core::sc_set_time_resolution(1, sc_core::SC_SEC);
  const std::string said = report_of([] {
    const model::SgdmaEngine engine("engine", EngineConfig{}, {QueuePairConfig{}},
                                    sc_core::sc_time(1, sc_core::SC_NS));
  });
  EXPECT_THAT(said, StartsWith("/sgdma/clock/period: engine: "));
  EXPECT_THAT(said, HasSubstr("1 s"));
}

// Sampled at the first edge after it.
TEST(CasesK, K02_TimesOfMillisecondsAreExact) {
  const std::string work = gather_at("3 ms") + gather_at("5 ms");
  const CaseRun run(scenario_of(work));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.numbers("post", "cycle"), ElementsAre(3'000'001, 5'000'001));
  EXPECT_THAT(run.numbers("grant", "cycle"), ElementsAre(3'000'002, 5'000'002));
  const CaseRun fine("[clock]\nperiod = \"1 ps\"\n" + scenario_of(work));
  EXPECT_TRUE(fine.sound()) << fine.err();
  EXPECT_THAT(fine.numbers("post", "cycle"), ElementsAre(3'000'000'001, 5'000'000'001));
  EXPECT_THAT(fine.numbers("grant", "cycle"), ElementsAre(3'000'000'002, 5'000'000'002));
}

}  // namespace
}  // namespace sgdma::test
