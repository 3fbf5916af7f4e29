/// Random generators under random configurations through the real binary, under the byte oracle and
/// all invariants. Where memory has no end, nothing may fail: no message finds the receive of
/// another one, and no response the WQE of another.
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/command_run.h"
#include "support/generator_scenario.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr std::uint64_t kRunsPerShard = 3;
#else
constexpr std::uint64_t kRunsPerShard = 15;
#endif
constexpr std::uint64_t kShards = 4;

/// Seeds `shard * 1000` and on.
class RandomGenerators : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomGenerators, AreVerifiedUnderAnyConfiguration) {
  for (std::uint64_t run = 0; run < kRunsPerShard && !HasFailure(); ++run) {
    const std::uint64_t seed = GetParam() * 1000 + run;
    const GeneratorScenario scenario = random_generators(seed);
    // A scenario that fails stays in the scratch folder under its own name.
    const std::string path =
        write_scratch_file("generators-" + std::to_string(seed) + ".toml", scenario.text);
    std::vector<std::string> command = {"run", path, "--json"};
    if (!scenario.may_fail) command.emplace_back("--expect-ok");
    const CommandResult result = run_command(command);
    EXPECT_EQ(result.exit_code, 0) << "seed " << seed << ", " << path << "\n" << result.err;
    EXPECT_NE(result.out.find("\"verified\":true"), std::string::npos) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Shards, RandomGenerators, testing::Range<std::uint64_t>(0, kShards));

}  // namespace
}  // namespace sgdma::test
