/// The random campaign: random work, configurations, bus faults, resets and errors through the real
/// binary, under the byte oracle and all invariants.
///
/// The short part has a fixed number of scenarios. The long one goes on for SGDMA_CAMPAIGN_SECONDS
/// (600 where that is not set), from seed SGDMA_CAMPAIGN_SEED on:
///
///   ./test.sh --full
///   ctest --preset release-all -R LongRandomEvents
///   SGDMA_CAMPAIGN_SECONDS=60 build/system_tests --gtest_filter='LongRandomEvents.*'
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>

#include <gtest/gtest.h>

#include "support/scenario_generator.h"
#include "support/scenario_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr std::uint64_t kRunsPerShard = 10;
#else
constexpr std::uint64_t kRunsPerShard = 125;
#endif
constexpr std::uint64_t kShards = 8;

/// Runs the scenario of a seed. One that fails stays in the scratch folder, with the command that
/// repeats it.
void expect_verified(std::uint64_t seed) {
  const std::string path =
      write_scratch_file("events-" + std::to_string(seed) + ".toml", random_event_scenario(seed));
  const ScenarioRun run = run_scenario(path);
  if (run.exit_code == 0 && run.verified) {
    std::remove(path.c_str());
    return;
  }
  ADD_FAILURE() << "seed " << seed << ", exit code " << run.exit_code << ": repeat it with\n  "
                << SGDMA_BINARY << "_watched run " << path << "\n"
                << run.err;
}

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// Seeds `shard * 1000` and on.
class RandomEvents : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomEvents, AreVerified) {
  for (std::uint64_t run = 0; run < kRunsPerShard && !HasFailure(); ++run) {
    expect_verified(GetParam() * 1000 + run);
  }
}

INSTANTIATE_TEST_SUITE_P(Shards, RandomEvents, testing::Range<std::uint64_t>(0, kShards));

TEST(LongRandomEvents, AreVerifiedForMinutes) {
  using Clock = std::chrono::steady_clock;
  const std::chrono::seconds most(from_environment("SGDMA_CAMPAIGN_SECONDS", 600));
  std::uint64_t seed = from_environment("SGDMA_CAMPAIGN_SEED", 1'000'000);
  std::uint64_t runs = 0;
  for (const auto end = Clock::now() + most; Clock::now() < end && !HasFailure(); ++seed) {
    expect_verified(seed);
    ++runs;
  }
  std::cout << runs << " scenarios, the last with seed " << seed - 1 << "\n";
}

}  // namespace
}  // namespace sgdma::test
