/// Random work and random configurations through the real binary, under the byte oracle and all
/// invariants.
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "support/contract_scenario.h"
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

/// A scenario that fails stays in the scratch folder under its own name.
void expect_verified(const std::string& name, const std::string& scenario) {
  const std::string path = write_scratch_file(name + ".toml", scenario);
  const ScenarioRun run = run_scenario(path);
  EXPECT_EQ(run.exit_code, 0) << path << "\n" << run.err;
  EXPECT_TRUE(run.verified) << path << "\n" << run.err;
}

/// Seeds `shard * 1000` and on.
class RandomWork : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomWork, IsVerifiedUnderAnyConfiguration) {
  for (std::uint64_t run = 0; run < kRunsPerShard && !HasFailure(); ++run) {
    const std::uint64_t seed = GetParam() * 1000 + run;
    SCOPED_TRACE("seed " + std::to_string(seed));
    expect_verified("work-" + std::to_string(seed), random_scenario(seed));
  }
}

TEST_P(RandomWork, IsVerifiedUnderTheContractsConfiguration) {
  for (std::uint64_t run = 0; run < kRunsPerShard && !HasFailure(); ++run) {
    const std::uint64_t seed = GetParam() * 1000 + run;
    SCOPED_TRACE("seed " + std::to_string(seed));
    ContractMemory memory;
    memory.read_latency = static_cast<unsigned>(seed % 23);
    memory.write_latency = static_cast<unsigned>(seed % 11);
    memory.responses = seed % 2 == 0;
    expect_verified("stimulus-" + std::to_string(seed),
                    contract_scenario(random_stimulus(seed), memory));
  }
}

INSTANTIATE_TEST_SUITE_P(Shards, RandomWork, testing::Range<std::uint64_t>(0, kShards));

}  // namespace
}  // namespace sgdma::test
