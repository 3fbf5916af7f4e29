// Run-ahead changes nothing: step by step, ahead and with a waveform, a run has the same event log
// and the same result byte for byte, and its neighbours see the same. So they do where nobody
// watches the run, which then takes shorter ways.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/address_sanitizer.h"
#include "support/command_run.h"
#include "support/generator_scenario.h"
#include "support/scenario_generator.h"
#include "support/scenario_run.h"
#include "support/scratch.h"
#include "support/systemc/neighboured_run.h"

namespace sgdma::test {
namespace {

constexpr const char* kUnwatched = "unwatched";  ///< no event log, and not verified

/// A scenario, and what stands around it.
struct Comparison {
  std::string scenario;                ///< path
  std::string neighbours;              ///< as support/neighbour_options.h has it
  std::vector<std::string> arguments;  ///< further ones
};

/// What can be seen of a run.
struct Seen {
  int exit_code = -1;
  std::string json;
  std::string events;
  std::string neighbours;
  std::uint64_t ahead = 0;  ///< edges stepped ahead of the kernel's time

  bool same_as(const Seen& other) const {
    return exit_code == other.exit_code && json == other.json && events == other.events &&
           neighbours == other.neighbours;
  }
};

std::string file_or_nothing(const std::string& path) {
  return std::filesystem::exists(path) ? file_bytes(path) : "";
}

/// The number at the begin of the line that says it; a sanitizer may say something after it.
std::uint64_t edges_ahead(const std::string& err) {
  for (const std::string& line : lines_of(err)) {
    if (line.find(" edges stepped ahead") != std::string::npos) return std::stoull(line);
  }
  return 0;
}

std::vector<std::string> command(const Comparison& what, const std::string& way,
                                 const std::vector<std::string>& of_way) {
  std::vector<std::string> words = {std::string(SGDMA_BINARY) + "_neighboured", "run",
                                    what.scenario, "--json"};
  if (way != kUnwatched) {
    words.insert(words.end(), {"--events", scratch_path(way + ".jsonl"), "--events-beats"});
  }
  words.insert(words.end(), what.arguments.begin(), what.arguments.end());
  words.insert(words.end(), of_way.begin(), of_way.end());
  return words;
}

std::string text_of(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += word + ' ';
  return text;
}

/// Runs the scenario in all ways and returns how many edges were stepped ahead without a waveform.
class Ways {
 public:
  explicit Ways(const Comparison& what) : what_(what) {}

  void expect_same() {
    const Seen by_step = see("by_step", {"--step-by-step"});
    EXPECT_TRUE(by_step.exit_code == 0 || by_step.exit_code == 1) << commands();
    EXPECT_EQ(by_step.ahead, 0U);
    ahead = see("ahead", {}).ahead;
    if (!verified()) see(kUnwatched, {});
    const Seen traced = see("traced", {"--wave", scratch_path("traced.fst")});
    EXPECT_EQ(traced.ahead, ahead) << commands();
  }

  std::uint64_t ahead = 0;

 private:
  Seen see(const std::string& way, const std::vector<std::string>& of_way) {
    const std::vector<std::string> words = command(what_, way, of_way);
    const std::string neighbours = what_.neighbours + ",log=" + scratch_path(way + ".neighbours");
    commands_.push_back("SGDMA_NEIGHBOURS=" + neighbours + ' ' + text_of(words));
    const CommandResult result = run_neighboured(neighbours, words);
    const std::string events =
        way == kUnwatched ? by_step_.events : file_or_nothing(scratch_path(way + ".jsonl"));
    Seen seen{result.exit_code, result.out, events,
              file_or_nothing(scratch_path(way + ".neighbours")), edges_ahead(result.err)};
    if (way == "by_step") {
      by_step_ = seen;
    } else if (!seen.same_as(by_step_)) {
      ADD_FAILURE() << commands() << "exit codes " << by_step_.exit_code << ", " << seen.exit_code
                    << "; results " << (seen.json == by_step_.json ? "alike" : "differ")
                    << "; neighbours "
                    << (seen.neighbours == by_step_.neighbours ? "alike" : "differ") << "\n"
                    << result.err
                    << run_program({SGDMA_BINARY, "diff", scratch_path("by_step.jsonl"),
                                    scratch_path(way + ".jsonl")})
                           .out;
    }
    return seen;
  }
  bool verified() const {
    return std::find(what_.arguments.begin(), what_.arguments.end(), "--no-verify") ==
           what_.arguments.end();
  }
  std::string commands() const {
    std::string text;
    for (const std::string& command : commands_) text += command + '\n';
    return text;
  }

  Comparison what_;
  Seen by_step_;
  std::vector<std::string> commands_;
};

std::vector<std::string> stimuli() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(source_path("traces/stimulus"))) {
    if (entry.path().extension() == ".toml") paths.push_back(entry.path().stem().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

class RunAheadOfStimulus : public testing::TestWithParam<std::string> {
 protected:
  std::uint64_t compare(const std::string& neighbours, std::vector<std::string> arguments) {
    // The longest of them, but for its beginning.
    if (GetParam() == "storage_closed_loop") {
      arguments.insert(arguments.end(), {"--max-cycles", kAddressSanitizer ? "3000" : "10000"});
    }
    Ways ways({source_path("traces/stimulus/" + GetParam() + ".toml"), neighbours, arguments});
    ways.expect_same();
    return ways.ahead;
  }
};

TEST_P(RunAheadOfStimulus, IsTheSameAlone) { EXPECT_GT(compare("kinds=", {}), 0U); }

TEST_P(RunAheadOfStimulus, IsTheSameBesideNeighbours) {
  for (int seed = 0; seed < (kAddressSanitizer ? 1 : 2); ++seed) {
    compare("seed=" + std::to_string(seed), {"--no-verify"});
  }
}

TEST_P(RunAheadOfStimulus, IsTheSameOnTargetsOfAllStyles) {
  for (const std::string style : {"early", "return_path", "four_phase", "blocking"}) {
    SCOPED_TRACE(style);
    EXPECT_GT(compare("seed=1,kinds=,target=" + style, {"--no-verify"}), 0U);
    compare("seed=2,target=" + style, {"--no-verify"});
  }
}

INSTANTIATE_TEST_SUITE_P(Stimuli, RunAheadOfStimulus, testing::ValuesIn(stimuli()));

std::string scenario_of(std::uint64_t seed) {
  switch (seed % 3) {
    case 0: return random_scenario(seed);
    case 1: return random_event_scenario(seed);
    default: return random_generators(seed).text;
  }
}

/// Most seeds with neighbours of the same seed; each fourth on a target of some style.
void compare_seeds(std::uint64_t from, std::uint64_t count) {
  std::uint64_t ahead = 0;
  for (std::uint64_t seed = from; seed < from + count && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const char* const styles[] = {"early", "return_path", "four_phase", "blocking"};
    const bool on_target = seed % 4 == 3;
    Comparison what;
    what.scenario = write_scratch_file(std::to_string(seed) + ".toml", scenario_of(seed));
    what.neighbours = "seed=" + std::to_string(seed);
    if (seed % 7 == 0) what.neighbours += ",kinds=";  // alone
    if (on_target) what.neighbours += std::string(",target=") + styles[seed / 4 % 4];
    if (on_target || seed % 2 == 0) what.arguments = {"--no-verify"};
    Ways ways(what);
    ways.expect_same();
    ahead += ways.ahead;
    if (!testing::Test::HasFailure()) std::filesystem::remove(what.scenario);
  }
  // So it is on average; a few seeds may be such as hardly allow any.
  EXPECT_GT(ahead, count < 100 ? 0 : 50 * count);
}

constexpr std::uint64_t kShards = 10;

class RunAheadOfRandom : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RunAheadOfRandom, IsTheSameBesideRandomNeighbours) {
  compare_seeds(GetParam() * 100, kAddressSanitizer ? 3 : 100);
}

INSTANTIATE_TEST_SUITE_P(Shards, RunAheadOfRandom, testing::Range<std::uint64_t>(0, kShards));

class LongRunAheadOfRandom : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LongRunAheadOfRandom, IsTheSameBesideRandomNeighbours) {
  compare_seeds(100'000 + GetParam() * 1000, kAddressSanitizer ? 30 : 1000);
}

INSTANTIATE_TEST_SUITE_P(Shards, LongRunAheadOfRandom, testing::Range<std::uint64_t>(0, kShards));

}  // namespace
}  // namespace sgdma::test
