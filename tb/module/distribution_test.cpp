// What quantities are drawn from: the numbers themselves, and how they are written.
#include "platform/distribution.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "support/scratch.h"
#include "workload/config/error_list.h"
#include "workload/config/key_spec.h"
#include "workload/config/toml_reader.h"
#include "workload/config/value_reader.h"

namespace sgdma {
namespace {

using platform::Distribution;
using platform::RandomStream;
using workload::ConfigError;
using workload::ErrorList;
using workload::KeyKind;
using workload::KeySpec;

constexpr int kDraws = 200'000;

double mean_of(const Distribution& distribution, const char* consumer) {
  RandomStream stream(1, consumer);
  double sum = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    const std::uint64_t value = distribution.draw(stream);
    EXPECT_GE(value, distribution.smallest());
    EXPECT_LE(value, distribution.largest());
    sum += static_cast<double>(value);
  }
  return sum / kDraws;
}

TEST(RandomStream, IsTheSameEverywhereAndDiffersByConsumerAndSeed) {
  // mt19937_64 is defined by its 10000th number from the default seed; what is held here is the way
  // from (seed, name) to the first number.
  RandomStream again(7, "sizes");
  RandomStream first(7, "sizes");
  RandomStream other_name(7, "times");
  RandomStream other_seed(8, "sizes");
  const std::uint64_t a = first.below(1ULL << 62U);
  EXPECT_EQ(a, again.below(1ULL << 62U));
  EXPECT_NE(a, other_name.below(1ULL << 62U));
  EXPECT_NE(a, other_seed.below(1ULL << 62U));
  boost::random::mt19937_64 engine;
  engine.discard(9999);
  EXPECT_EQ(engine(), 9981545732273789042ULL);
}

// Worked out from the definitions of FNV-1a (64 bits), std::seed_seq and mt19937_64. A number below
// 2^62 is the engine's without its two lowest bits; one below 1000 is the engine's over
// floor((2^64 - 1) / 1000).
TEST(RandomStream, DrawsTheNumbersThatItsDefinitionGives) {
  RandomStream x(1, "x");
  EXPECT_EQ(x.below(1ULL << 62U), 175324826684010679ULL);
  EXPECT_EQ(x.below(1ULL << 62U), 3670721555466424028ULL);
  EXPECT_EQ(x.below(1ULL << 62U), 816484485122146968ULL);
  EXPECT_EQ(x.below(1000), 971U);
  EXPECT_EQ(x.below(1000), 789U);
  EXPECT_EQ(x.below(1000), 670U);
  RandomStream arrivals((1ULL << 40U) + 3, "generator.a.arrivals");
  EXPECT_EQ(arrivals.below(1ULL << 62U), 4123361939071643709ULL);
  EXPECT_EQ(arrivals.below(1ULL << 62U), 1059489010859725173ULL);
}

TEST(RandomStream, ExponentialTimesHaveTheirMean) {
  RandomStream stream(1, "arrivals");
  double sum = 0;
  for (int draw = 0; draw < kDraws; ++draw) sum += static_cast<double>(stream.exponential(1000));
  // The standard deviation of the mean is 1000 / sqrt(200000) = 2.2.
  EXPECT_NEAR(sum / kDraws, 1000, 10);
  EXPECT_EQ(stream.exponential(0), 0U);
}

TEST(Distribution, ConstantDrawsNothingFromTheStream) {
  RandomStream used(1, "x");
  RandomStream fresh(1, "x");
  EXPECT_EQ(Distribution(42).draw(used), 42U);
  EXPECT_EQ(used.below(1000), fresh.below(1000));
}

TEST(Distribution, UniformIncludesItsBounds) {
  std::map<std::uint64_t, int> seen;
  RandomStream stream(1, "x");
  const Distribution distribution = Distribution::uniform(3, 6);
  for (int draw = 0; draw < kDraws; ++draw) ++seen[distribution.draw(stream)];
  ASSERT_EQ(seen.size(), 4U);
  for (const auto& [value, count] : seen) EXPECT_NEAR(count, kDraws / 4.0, 1000) << value;
  EXPECT_EQ(distribution.mean(), 4.5);
}

TEST(Distribution, WeightsAreShares) {
  std::map<std::uint64_t, int> seen;
  RandomStream stream(1, "x");
  const Distribution distribution = Distribution::weights({{64, 9}, {4096, 1}});
  for (int draw = 0; draw < kDraws; ++draw) ++seen[distribution.draw(stream)];
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_NEAR(seen[64], kDraws * 0.9, 1000);
  EXPECT_DOUBLE_EQ(distribution.mean(), (64 * 9 + 4096) / 10.0);
}

TEST(Distribution, TableIsLinearBetweenItsPoints) {
  // Half of the draws 1 to 10, the other half 11 to 110.
  const Distribution distribution =
      Distribution::table({{0, 0}, {10, Distribution::kWhole / 2}, {110, Distribution::kWhole}});
  EXPECT_DOUBLE_EQ(distribution.mean(), (5.5 + 60.5) / 2);
  EXPECT_NEAR(mean_of(distribution, "table"), 33, 0.4);
  std::map<std::uint64_t, int> seen;
  RandomStream stream(1, "x");
  for (int draw = 0; draw < kDraws; ++draw) ++seen[distribution.draw(stream)];
  EXPECT_EQ(seen.count(0), 0U);
  EXPECT_EQ(seen.size(), 110U);
  for (std::uint64_t value = 1; value <= 10; ++value) EXPECT_NEAR(seen[value], 10000, 500) << value;
  for (std::uint64_t value = 11; value <= 110; ++value)
    EXPECT_NEAR(seen[value], 1000, 160) << value;
}

TEST(Distribution, TableWhoseFirstPointHasAShareDrawsThatValue) {
  RandomStream stream(1, "x");
  const Distribution distribution =
      Distribution::table({{5, Distribution::kWhole / 4}, {7, Distribution::kWhole}});
  std::map<std::uint64_t, int> seen;
  for (int draw = 0; draw < kDraws; ++draw) ++seen[distribution.draw(stream)];
  EXPECT_NEAR(seen[5], kDraws / 4.0, 1000);
  EXPECT_NEAR(seen[6], kDraws * 3 / 8.0, 1000);
  EXPECT_NEAR(seen[7], kDraws * 3 / 8.0, 1000);
}

KeySpec size_key() {
  return KeySpec("generator", "size", KeyKind::kBytes, "Length.")
      .range(1, 1U << 20U)
      .or_distribution();
}

/// The value as it is written back, or the error.
std::string read_back(const std::string& text, const KeySpec& spec = size_key()) {
  ErrorList errors;
  const std::uint32_t source = errors.add_source("dir/x.toml", "value = " + text, true);
  const auto root = workload::read_toml(source, errors);
  try {
    errors.throw_if_any();
    const auto value = workload::ValueReader(errors).read(spec, root->entries.front().value);
    errors.throw_if_any();
    return workload::format_value(spec, *value);
  } catch (const ConfigError& error) {
    return error.diagnostics().front().message;
  }
}

TEST(DistributionKey, IsWrittenBackAsItWasRead) {
  for (const char* text :
       {R"("64 B")", R"({ uniform = ["64 B", "4 KiB"] })",
        R"({ weights = [["64 B", 9], ["4 KiB", 1]] })",
        R"({ table = [["0 B", 0], ["3 B", 6.48826], ["1 KiB", 99.9995], ["1 MiB", 100]] })"}) {
    EXPECT_EQ(read_back(text), text);
  }
}

TEST(DistributionKey, ChoicesHaveWeights) {
  const KeySpec spec = KeySpec("generator", "op", KeyKind::kChoice, "Operation.")
                           .one_of({"send", "read"})
                           .or_distribution();
  EXPECT_EQ(read_back(R"({ weights = [["send", 3], ["read", 1]] })", spec),
            R"({ weights = [["send", 3], ["read", 1]] })");
  EXPECT_EQ(read_back(R"({ uniform = ["send", "read"] })", spec),
            "generator.op has no order: give each choice a weight");
  EXPECT_EQ(read_back(R"({ weights = [["sent", 3]] })", spec),
            R"(generator.op cannot be "sent": it is one of "send", "read")");
}

TEST(DistributionKey, RefusesWhatIsNone) {
  EXPECT_EQ(read_back("{ }"), "generator.size is drawn from one distribution");
  EXPECT_EQ(read_back(R"({ normal = ["1 B", "2 B"] })"),
            "generator.size cannot be drawn from \"normal\"");
  EXPECT_EQ(read_back(R"({ uniform = ["2 B", "1 B"] })"),
            "generator.size: the second value is the smaller one");
  EXPECT_EQ(read_back(R"({ uniform = ["2 B"] })"),
            "generator.size: uniform is an array of two values");
  EXPECT_EQ(read_back(R"({ uniform = [2, "4 B"] })"), "generator.size has no unit");
  EXPECT_EQ(read_back(R"({ uniform = ["2 B", "2 MiB"] })"),
            "generator.size is out of range: 1 B to 1 MiB");
  EXPECT_EQ(read_back(R"({ weights = [["2 B", 0]] })"),
            "generator.size: a weight is an integer: 1 to 4294967295");
  EXPECT_EQ(read_back(R"({ weights = [] })"), "generator.size: there should be an array of pairs");
  EXPECT_EQ(read_back(R"({ table = [["2 B", 0], ["2 B", 100]] })"),
            "generator.size: the value is not above that before it");
  EXPECT_EQ(read_back(R"({ table = [["2 B", 50], ["3 B", 40], ["4 B", 100]] })"),
            "generator.size: the percentage is less than that before it");
  EXPECT_EQ(read_back(R"({ table = [["2 B", 50], ["3 B", 99.9]] })"),
            "generator.size: the last percentage is not 100");
  EXPECT_EQ(read_back(R"({ table = [["2 B", 50], ["3 B", 100.1]] })"),
            "generator.size: a percentage is a number: 0 to 100");
  EXPECT_EQ(read_back(R"({ table = [["2 B", nan], ["3 B", 100]] })"),
            "generator.size: a percentage is a number: 0 to 100");
  EXPECT_EQ(read_back(R"({ table = [["0 B", 1], ["3 B", 100]] })"),
            "generator.size is out of range: 1 B to 1 MiB");
  EXPECT_EQ(read_back(R"({ file = "none.txt" })"),
            "dir/none.txt: cannot open: No such file or directory");
}

TEST(DistributionKey, ReadsAFileOfPairs) {
  const std::string path = test::scratch_path("sizes.txt");
  const auto with_file = [&](const std::string& text) {
    std::ofstream(path) << text;
    return read_back("{ file = \"" + path + "\" }");
  };
  EXPECT_EQ(with_file("# sizes\n1 0\n\n 4096\t22.93\r\n8192 100 # the end\n"),
            R"({ table = [["1 B", 0], ["4 KiB", 22.93], ["8 KiB", 100]] })");
  EXPECT_EQ(with_file("1 0\n4096\n"), "this is no pair `bytes percent`");
  EXPECT_EQ(with_file("1 0\n4096 nan\n"), "this is no pair `bytes percent`");
  EXPECT_EQ(with_file("1 0\n4096 1e2\n"), "this is no pair `bytes percent`");
  EXPECT_EQ(with_file("1 0\n-4 100\n"), "this is no pair `bytes percent`");
  EXPECT_EQ(with_file("1 0\n4194304 100\n"), "generator.size is out of range: 1 B to 1 MiB");
  EXPECT_EQ(with_file("\n"), "there is no pair `bytes percent` in it");
  EXPECT_EQ(with_file("1 0\n2 99\n"), "generator.size: the last percentage is not 100");
}

TEST(DistributionKey, ReadsPublishedTables) {
  const std::string folder = std::string(SGDMA_SOURCE_DIR) + "/../shared/data/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no tables beside the repository";
  const KeySpec spec = KeySpec("generator", "size", KeyKind::kBytes, "Length.")
                           .range(1, 1U << 30U)
                           .or_distribution();
  for (const char* name :
       {"AliStorage2019", "FbHdp_distribution", "GoogleRPC2008", "WebSearch_distribution"}) {
    const std::string text = read_back("{ file = \"" + folder + name + ".txt\" }", spec);
    EXPECT_EQ(text.rfind("{ table = [[\"0 B\", 0], ", 0), 0U) << text;
    EXPECT_EQ(read_back(text, spec), text);
  }
}

}  // namespace
}  // namespace sgdma
