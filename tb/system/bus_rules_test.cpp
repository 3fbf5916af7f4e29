// Scenarios in this process, with both buses held to the base protocol of TLM-2.0.

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <tlm>

#include "model/burst_extension.h"
#include "observe/control_statistics.h"
#include "support/scenario_generator.h"
#include "support/scenario_run.h"
#include "support/systemc/golden_run.h"
#include "support/systemc/watched_bus.h"
#include "workload/config/load_scenario.h"
#include "workload/simulation.h"

namespace sgdma::test {
namespace {

/// What may be alive at the end of a run: of each burst that is still in quarantine, and of no
/// other, its beats from the first that memory has not answered to the last. Returns how many that
/// are.
std::size_t expect_alive_in_quarantine(const BaseProtocolChecker& bus,
                                       const observe::QuarantineFigures& quarantine) {
  std::map<std::uint32_t, std::set<std::uint32_t>> alive;  // beats by bus tag
  std::map<std::uint32_t, std::uint32_t> ends;             // beats of the whole burst
  for (const tlm::tlm_generic_payload* payload : bus.alive_payloads()) {
    const auto* frame = payload->get_extension<model::BurstExtension>();
    alive[raw(frame->tag)].insert(frame->beat);
    ends[raw(frame->tag)] = frame->burst.beats;
  }
  EXPECT_EQ(alive.size(), quarantine.held());
  std::size_t beats = 0;
  for (const auto& [tag, left] : alive) {
    EXPECT_EQ(left.size(), ends[tag] - *left.begin()) << "bus tag " << tag;
    beats += ends[tag] - *left.begin();
  }
  EXPECT_EQ(bus.alive(), beats);
  return beats;
}

/// The checkers must see what the engine has counted, and find nothing. Returns the beats that were
/// never answered, by direction.
std::array<std::size_t, kDirections> run_watched(const workload::Scenario& scenario) {
  WatchedBus bus;
  workload::SimulationOptions options;
  options.bind_bus = bus.binding();
  workload::Simulation simulation(scenario, options);
  EXPECT_EQ(simulation.run(), workload::Ending::kDone);
  const workload::RunResult result = simulation.result();
  EXPECT_EQ(result.verified, true);
  const core::ChannelCounters& reads = result.measured.channels[index_of(Direction::kGather)];
  const core::ChannelCounters& writes = result.measured.channels[index_of(Direction::kScatter)];
  const observe::ControlStatistics& control = *result.control;
  const std::size_t silent_reads =
      expect_alive_in_quarantine(bus.reads(), control.quarantine(Direction::kGather));
  const std::size_t silent_writes =
      expect_alive_in_quarantine(bus.writes(), control.quarantine(Direction::kScatter));
  // A read beat that moved was answered; a write beat may have moved without that.
  EXPECT_GE(bus.reads().ended(), reads.beats);
  EXPECT_GE(bus.writes().ended() + silent_writes, writes.beats);
  return {silent_reads, silent_writes};
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

// The one write burst, of two beats, is never answered; the read burst, one beat late, in the end.
TEST(BusRulesOfSilence, LeaveAliveWhatIsNeverAnswered) {
  workload::LoadOptions options;
  options.path = source_path("traces/stimulus/silent_target.toml");
  const std::array<std::size_t, kDirections> never = {0, 2};
  EXPECT_EQ(run_watched(workload::load_scenario(options)), never);
}

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
