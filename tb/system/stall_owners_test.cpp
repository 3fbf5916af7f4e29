// Whose each cycle is: for each cause the queue pairs' cycles and nobody's add up to the
// direction's, whatever happens in the run and whatever window is measured.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "support/address_sanitizer.h"
#include "support/case_run.h"
#include "support/command_run.h"
#include "support/generator_scenario.h"
#include "support/owned_cycles.h"
#include "support/scenario_generator.h"
#include "support/scenario_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

namespace json = boost::json;

/// Resets, faults and deregistrations in every third.
std::string scenario_of(std::uint64_t seed) {
  switch (seed % 3) {
    case 0: return random_scenario(seed);
    case 1: return random_event_scenario(seed);
    default: return random_generators(seed).text;
  }
}

json::object result_of(const std::string& path, const std::vector<std::string>& more) {
  std::vector<std::string> words = {"run", path, "--json"};
  words.insert(words.end(), more.begin(), more.end());
  const CommandResult run = run_command(words);
  EXPECT_TRUE(run.exit_code == 0 || run.exit_code == 1) << run.err;
  return json::parse(run.out).as_object();
}

std::vector<std::string> window(std::uint64_t from, std::uint64_t cycles) {
  std::vector<std::string> words = {"--set", "measure.warm_up=" + std::to_string(from) + " cycles"};
  if (cycles > 0) {
    words.insert(words.end(), {"--set", "measure.window=" + std::to_string(cycles) + " cycles"});
  }
  return words;
}

void add(OwnedCycles& sum, const OwnedCycles& more) {
  for (const auto& [owner, causes] : more) {
    for (const auto& [cause, cycles] : causes) sum[owner][cause] += cycles;
  }
}

/// The run as a whole and its three parts, whose ends fall anywhere.
void check_seed(std::uint64_t seed) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  const std::string path =
      write_scratch_file("owners_" + std::to_string(seed) + ".toml", scenario_of(seed));
  const json::object whole = result_of(path, window(0, 0));
  EXPECT_EQ(unbalanced(whole), "");
  EXPECT_EQ(whole.at("verified"), json::value(true)) << json::serialize(whole.at("invariants"));
  const auto cycles = whole.at("cycles").to_number<std::uint64_t>();
  if (cycles < 9) {
    return;
  }
  const std::uint64_t first = cycles / 3 + seed % 3;
  const std::uint64_t second = cycles * 2 / 3 + seed % 2;
  OwnedCycles sum;
  for (const auto& part : {window(0, first), window(first, second - first), window(second, 0)}) {
    const json::object result = result_of(path, part);
    EXPECT_EQ(unbalanced(result), "");
    add(sum, owned_cycles(result));
  }
  EXPECT_EQ(sum, owned_cycles(whole));
}

class StallOwners : public testing::TestWithParam<std::uint64_t> {};

TEST_P(StallOwners, AddUpInRandomScenarios) {
  const std::uint64_t seeds = kAddressSanitizer ? 3 : 15;
  for (std::uint64_t seed = 100 * GetParam(); seed < 100 * GetParam() + seeds; ++seed) {
    check_seed(seed);
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Shards, StallOwners, testing::Range<std::uint64_t>(0, 8));

/// WRITEs of 4 beats by 1 and 3, one every 100 cycles each, in turns, on a bus with 4-beat bursts
/// and 20 cycles of latency: taken in at n, granted at n + 1, asked for at n + 2, accepted at n +
/// 3, beats from n + 24 on.
TEST(StallOwners, OfTwoThatTakeTurns) {
  std::string text = case_bus(64, 4) + kWholeMemory + case_queue_pairs(4);
  for (const unsigned qp : {1U, 3U}) {
    text += "[[wqe]]\nqp = " + std::to_string(qp) +
            "\nop = \"write\"\ncount = 10\nevery = \"100 cycles\"\nat = \"" +
            std::to_string(qp * 25) +
            " cycles\"\nsge = [{ addr = \"0x1000\", len = \"256 B\", key = \"all\" }]\n";
  }
  const CaseRun run(text);
  ASSERT_TRUE(run.sound()) << run.err();
  const json::object result = json::parse(run.out()).as_object();
  EXPECT_EQ(unbalanced(result), "");
  const std::vector<std::uint64_t> grants = run.numbers("grant", "cycle");
  const std::vector<std::uint64_t> beats = run.numbers("beat", "cycle");
  ASSERT_EQ(grants.size(), 20U);
  ASSERT_EQ(beats.size(), 80U);
  // Each is alone in its time: it waits from the edge behind its grant up to its first beat.
  const std::uint64_t waits = beats[0] - grants[0] - 1;
  const std::map<std::string, std::uint64_t> each = {{"moved", 40},
                                                     {"waiting_for_memory", 10 * waits}};
  const auto cycles = result.at("cycles").to_number<std::uint64_t>();
  const OwnedCycles expected = {
      {{"gather", "1"}, each},
      {{"gather", "3"}, each},
      {{"gather", "nobody"}, {{"no_work", cycles - 20 * (4 + waits)}}},
      {{"scatter", "nobody"}, {{"no_work", cycles}}},
  };
  EXPECT_EQ(owned_cycles(result), expected);
  ASSERT_EQ(result.at("qps").as_array().size(), 2U);
}

/// A queue pair that owns cycles of the window without a transfer that counts in it is listed too.
TEST(StallOwners, AreListedWhereTheirTransfersDoNotCount) {
  const std::string text = case_bus(64, 4) + kWholeMemory + case_queue_pairs(2) +
                           "[[wqe]]\nqp = 0\nop = \"write\"\nat = \"10 cycles\"\n"
                           "sge = [{ addr = \"0x1000\", len = \"256 B\", key = \"all\" }]\n";
  const CaseRun whole(text);
  ASSERT_TRUE(whole.sound()) << whole.err();
  const std::vector<std::uint64_t> beats = whole.numbers("beat", "cycle");
  ASSERT_EQ(beats.size(), 4U);
  const CaseRun run(text, window(beats[2], 2));
  ASSERT_TRUE(run.sound()) << run.err();
  const json::object result = json::parse(run.out()).as_object();
  EXPECT_EQ(owned_cycles(result), (OwnedCycles{{{"gather", "0"}, {{"moved", 2}}},
                                               {{"scatter", "nobody"}, {{"no_work", 2}}}}));
  ASSERT_EQ(result.at("qps").as_array().size(), 1U);
  EXPECT_EQ(result.at("qps").at(0).at("gathers"), json::value(0));
  // Who owns nothing in it is not.
  const CaseRun before(text, window(0, 2));
  EXPECT_EQ(before.result("/qps"), "[]");
}

}  // namespace
}  // namespace sgdma::test
