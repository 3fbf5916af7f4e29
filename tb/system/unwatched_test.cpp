// A run whose beats nobody watches one by one takes a shorter way through the channels: its figures
// are those of the watched run.

#include <cstdint>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "support/address_sanitizer.h"
#include "support/command_run.h"
#include "support/scenario_generator.h"
#include "support/scenario_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

namespace json = boost::json;

/// The result, without what only a watched run has.
std::string figures(const std::string& scenario, const std::vector<std::string>& more) {
  std::vector<std::string> words = {"run", scenario, "--json"};
  words.insert(words.end(), more.begin(), more.end());
  const CommandResult run = run_program([&] {
    std::vector<std::string> all = {SGDMA_BINARY};
    all.insert(all.end(), words.begin(), words.end());
    return all;
  }());
  json::object result = json::parse(run.out).as_object();
  result.erase("verified");
  result.erase("invariants");
  return json::serialize(result);
}

void expect_same(const std::string& scenario) {
  EXPECT_EQ(figures(scenario, {"--no-verify"}),
            figures(scenario, {"--step-by-step", "--events", write_scratch_file("log.jsonl", "")}))
      << SGDMA_BINARY << " run " << scenario << " --json --no-verify";
}

class UnwatchedStimulus : public testing::TestWithParam<std::string> {};

TEST_P(UnwatchedStimulus, HasTheSameFigures) {
  expect_same(source_path("traces/stimulus/" + GetParam() + ".toml"));
}

INSTANTIATE_TEST_SUITE_P(, UnwatchedStimulus,
                         testing::Values("mixed_64_queue_pairs", "cut_points", "two_directions",
                                         "queue_pair_reset", "deregistration", "silent_target"));

TEST(UnwatchedRandom, HasTheSameFigures) {
  const std::uint64_t runs = kAddressSanitizer ? 10 : 100;
  for (std::uint64_t seed = 90'000; seed < 90'000 + runs && !HasFailure(); ++seed) {
    expect_same(write_scratch_file(
        "unwatched.toml", seed % 2 == 0 ? random_scenario(seed) : random_event_scenario(seed)));
  }
}

}  // namespace
}  // namespace sgdma::test
