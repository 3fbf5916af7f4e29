/// Waveforms of whole runs against the event logs and results of the same runs.
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "support/command_run.h"
#include "support/scenario_generator.h"
#include "support/scenario_run.h"
#include "support/scratch.h"
#include "support/wave_log.h"

namespace sgdma::test {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

/// Nearly a million cycles.
const char* const kStorage = "storage_closed_loop";

std::vector<std::string> scenarios() {
  std::vector<std::string> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(source_path("traces/stimulus"))) {
    if (entry.path().extension() == ".toml" && entry.path().stem() != kStorage) {
      paths.push_back(entry.path().string());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// Beats that come early wait in the reorder buffer: the bus had them at an edge of its own.
std::vector<std::string> without_bus_edges(std::vector<std::string> facts) {
  facts.erase(std::remove_if(facts.begin(), facts.end(),
                             [](const std::string& fact) {
                               return fact.find(" read_beat ") != std::string::npos ||
                                      fact.find(" read_response ") != std::string::npos;
                             }),
              facts.end());
  return facts;
}

std::string difference(const std::vector<std::string>& wave, const std::vector<std::string>& log) {
  std::vector<std::string> only_wave;
  std::vector<std::string> only_log;
  std::set_difference(wave.begin(), wave.end(), log.begin(), log.end(),
                      std::back_inserter(only_wave));
  std::set_difference(log.begin(), log.end(), wave.begin(), wave.end(),
                      std::back_inserter(only_log));
  std::string text;
  constexpr std::size_t kShown = 5;
  for (std::size_t at = 0; at < std::min(kShown, only_wave.size()); ++at) {
    text += "only in the waveform: " + only_wave[at] + "\n";
  }
  for (std::size_t at = 0; at < std::min(kShown, only_log.size()); ++at) {
    text += "only in the event log: " + only_log[at] + "\n";
  }
  return text;
}

/// The account of a direction, as the result has it.
std::map<std::string, std::uint64_t> causes_of(const json::value& result) {
  std::map<std::string, std::uint64_t> causes;
  for (const auto& [channel, direction] :
       {std::pair("read", "gather "), std::pair("write", "scatter ")}) {
    for (const auto& cause : result.at(channel).at("cycles").as_object()) {
      if (cause.value().to_number<std::uint64_t>() > 0) {
        causes[direction + std::string(cause.key())] = cause.value().to_number<std::uint64_t>();
      }
    }
  }
  return causes;
}

/// Runs a scenario and compares all that the waveform tells with the log and the result. Returns
/// the number of facts.
std::size_t expect_wave_tells_log(const std::string& scenario, bool in_order) {
  const std::string folder = write_scratch_file("unused", "") + ".wave";
  fs::create_directories(folder);
  const std::string vcd = folder + "/run.vcd";
  const std::string events = folder + "/events.jsonl";
  const CommandResult run =
      run_command({"run", scenario, "--json", "--events", events, "--events-beats", "--wave", vcd,
                   "--set", "measure.warm_up=\"0 ns\"", "--set", "measure.window=to_the_end"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const json::value result = json::parse(run.out);
  WaveLog wave = log_of_wave(read_vcd(vcd));
  std::vector<std::string> log = facts_of_log(events);
  if (!in_order) {
    wave.facts = without_bus_edges(wave.facts);
    log = without_bus_edges(log);
  }
  EXPECT_EQ(difference(wave.facts, log), "");
  EXPECT_EQ(wave.facts.size(), log.size());
  EXPECT_EQ(wave.cycles, result.at("cycles").to_number<std::uint64_t>());
  EXPECT_EQ(wave.cause_cycles, causes_of(result));
  EXPECT_EQ(wave.most_slots,
            result.at("occupancy").at("slots").at("max").to_number<std::uint64_t>());
  if (in_order) {
    EXPECT_EQ(wave.wrong_reads_outstanding, 0U);
  }
  const auto answers = [](const std::string& fact) {
    return fact.find(" write_response ") != std::string::npos;
  };
  if (std::any_of(log.begin(), log.end(), answers)) {
    EXPECT_EQ(wave.wrong_writes_outstanding, 0U);
  }
  fs::remove_all(folder);
  return wave.facts.size();
}

bool in_order(const std::string& text) {
  return text.find("response_order = \"any\"") == std::string::npos;
}

class WaveOfScenario : public testing::TestWithParam<std::string> {};

TEST_P(WaveOfScenario, TellsWhatTheEventLogTells) {
  EXPECT_GT(expect_wave_tells_log(GetParam(), in_order(file_bytes(GetParam()))), 0U);
}

INSTANTIATE_TEST_SUITE_P(, WaveOfScenario, testing::ValuesIn(scenarios()),
                         [](const testing::TestParamInfo<std::string>& instance) {
                           return fs::path(instance.param).stem().string();
                         });

TEST(LongWaveOfScenario, TellsWhatTheEventLogOfAStoreTells) {
  const std::string path = source_path(std::string("traces/stimulus/") + kStorage + ".toml");
  EXPECT_GT(expect_wave_tells_log(path, in_order(file_bytes(path))), 1'000'000U);
}

class WaveOfRandomScenario : public testing::TestWithParam<std::uint64_t> {};

TEST_P(WaveOfRandomScenario, TellsWhatTheEventLogTells) {
  SCOPED_TRACE("seed " + std::to_string(GetParam()));
  const std::string text = random_scenario(GetParam());
  const std::string scenario = write_scratch_file("random.toml", text);
  expect_wave_tells_log(scenario, in_order(text));
}

INSTANTIATE_TEST_SUITE_P(, WaveOfRandomScenario, testing::Range<std::uint64_t>(1, 41));

}  // namespace
}  // namespace sgdma::test
