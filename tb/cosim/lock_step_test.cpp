// Model and RTL in lock step, through the command line: random work of eight configurations, and
// deliberate faults of the RTL, each of which must be found.

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "support/command_run.h"
#include "support/pair_scenario.h"
#include "support/scenario_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

namespace json = boost::json;

/// What a number of runs have seen.
struct Seen {
  std::uint64_t cycles = 0;
  std::uint64_t two_busy = 0;
  std::uint64_t back_pressure = 0;
  std::uint64_t faults = 0;
  std::uint64_t resets = 0;
};

CommandResult run_pair(const std::string& scenario, const std::string& name,
                       const std::vector<std::string>& more) {
  const std::string path = write_scratch_file(name + ".toml", scenario);
  std::vector<std::string> arguments = {"cosim",         path,     "--json",
                                        "--no-progress", "--wave", scratch_path(name + ".vcd")};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_command(arguments);
}

std::uint64_t number(const json::object& object, const char* key) {
  return object.at(key).to_number<std::uint64_t>();
}

/// Runs seeds from `first` on until that many cycles are together.
Seen run_seeds(const PairConfiguration& configuration, std::uint64_t first, std::uint64_t cycles) {
  constexpr std::uint64_t kCyclesARun = 12'500;
  Seen seen;
  for (std::uint64_t seed = first; seen.cycles < cycles && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(std::string(configuration.name) + ", seed " + std::to_string(seed));
    const CommandResult run = run_pair(pair_scenario(configuration, seed, kCyclesARun),
                                       std::string(configuration.name) + "-" + std::to_string(seed),
                                       {"--cycles", std::to_string(kCyclesARun)});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    if (run.exit_code != 0) break;
    const json::object result = json::parse(run.out).as_object();
    EXPECT_TRUE(result.at("difference").is_null());
    seen.cycles += number(result, "cycles");
    seen.two_busy += number(result, "cycles_with_two_busy_slots");
    seen.back_pressure += number(result, "cycles_with_back_pressure");
    seen.faults += number(result, "faults");
    seen.resets += number(result, "resets");
  }
  return seen;
}

/// Idle cycles prove little: what a configuration is for must have happened.
void expect_busy(const PairConfiguration& configuration, const Seen& seen) {
  testing::Test::RecordProperty("cycles", std::to_string(seen.cycles));
  std::printf(
      "%s: %llu cycles, two busy %.1f %%, back-pressure %.1f %%, %llu faults, %llu resets\n",
      configuration.name, static_cast<unsigned long long>(seen.cycles),
      100.0 * static_cast<double>(seen.two_busy) / static_cast<double>(seen.cycles),
      100.0 * static_cast<double>(seen.back_pressure) / static_cast<double>(seen.cycles),
      static_cast<unsigned long long>(seen.faults), static_cast<unsigned long long>(seen.resets));
  EXPECT_GT(seen.two_busy * 2, seen.cycles);
  EXPECT_EQ(configuration.back_pressure, seen.back_pressure * 20 > seen.cycles);
  EXPECT_EQ(configuration.faults, seen.faults > 0);
  EXPECT_EQ(configuration.resets, seen.resets > 0);
}

class LockStep : public testing::TestWithParam<std::size_t> {};

TEST_P(LockStep, RandomWorkDoesNotDiffer) {
  const PairConfiguration& configuration = pair_configurations()[GetParam()];
  expect_busy(configuration, run_seeds(configuration, 1, 25'000));
}

INSTANTIATE_TEST_SUITE_P(Configurations, LockStep,
                         testing::Range<std::size_t>(0, pair_configurations().size()));

/// 10 million cycles in all.
class LongLockStep : public testing::TestWithParam<std::size_t> {};

TEST_P(LongLockStep, RandomWorkDoesNotDiffer) {
  const PairConfiguration& configuration = pair_configurations()[GetParam()];
  expect_busy(configuration, run_seeds(configuration, 1000, 1'250'000));
}

INSTANTIATE_TEST_SUITE_P(Configurations, LongLockStep,
                         testing::Range<std::size_t>(0, pair_configurations().size()));

/// A deliberate fault of the RTL, and the field in which it shows first.
struct RtlBug {
  int number;
  const char* what;
  std::size_t configuration;
  std::uint64_t seed;
  const char* field;
};

class RtlBugs : public testing::TestWithParam<RtlBug> {};

TEST_P(RtlBugs, IsFoundInItsField) {
  const RtlBug& bug = GetParam();
  const std::string scenario =
      pair_scenario(pair_configurations()[bug.configuration], bug.seed, 20'000);
  const std::string name = "bug-" + std::to_string(bug.number);
  EXPECT_EQ(run_pair(scenario, name + "-without", {"--cycles", "20000"}).exit_code, 0);
  const CommandResult run =
      run_pair(scenario, name, {"--cycles", "20000", "--rtl-bug", std::to_string(bug.number)});
  ASSERT_EQ(run.exit_code, 1) << bug.what << "\n" << run.err;
  const json::object result = json::parse(run.out).as_object();
  const json::object& difference = result.at("difference").as_object();
  EXPECT_EQ(difference.at("field").as_string(), bug.field) << run.err;
  EXPECT_NE(difference.at("model"), difference.at("rtl"));
  EXPECT_FALSE(file_bytes(scratch_path(name + ".vcd")).empty());
}

INSTANTIATE_TEST_SUITE_P(
    Faults, RtlBugs,
    testing::Values(
        RtlBug{1, "the address does not step to the next segment", 1, 1, "current address"},
        RtlBug{2, "a beat that is less than a word counts as one", 1, 2, "remaining length"},
        RtlBug{3, "DECERR on a read beat is no fault", 1, 1, "read fault"},
        RtlBug{4, "a burst begins at the edge of its transfer's fault", 1, 4, "ARVALID"},
        RtlBug{5, "AR changes while it waits to be taken", 1, 8, "ARADDR"},
        RtlBug{6, "beats that are thrown away keep their bytes of the read limit", 2, 7, "ARVALID"},
        RtlBug{7, "the cursor of a scatter does not step", 1, 1, "cursor"},
        RtlBug{8, "DECERR in a write response is no fault", 1, 1, "write fault"},
        RtlBug{9, "the beat that is driven at the edge of a reset is not cut", 1, 1, "WSTRB"},
        RtlBug{10, "zero length passes while its direction ends a transfer", 5, 5,
               "gather granted"},
        RtlBug{11, "a scatter takes the second free slot, though no gather takes the first", 1, 1,
               "scatter grant, slot"},
        RtlBug{12, "the flip-flop for the last slot does not turn", 1, 1, "gather granted"},
        RtlBug{13, "a round of weighted round robin does not begin anew", 1, 3,
               "scatter grant, queue pair"},
        RtlBug{14, "the arbiter's pointer moves without a grant", 1, 1,
               "scatter grant, queue pair"}),
    [](const testing::TestParamInfo<RtlBug>& instance) {
      return std::to_string(instance.param.number);
    });

}  // namespace
}  // namespace sgdma::test
