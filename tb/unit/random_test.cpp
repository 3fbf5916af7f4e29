// Random stimuli on random configurations, against what the work and the limits alone say.

#include <gtest/gtest.h>

#include <string>

#include "unit/random_run.h"
#include "unit/run_check.h"
#include "support/trace_stimulus.h"

namespace sgdma::test {
namespace {

constexpr std::uint64_t kSeeds = 1000;
constexpr std::uint64_t kSeedsWithFaults = 500;

std::vector<std::string> all_lines(const CoreBench& bench) {
  std::vector<std::string> lines;
  for (const TraceEvent& event : bench.events()) {
    lines.push_back(std::to_string(event.edge) + ' ' + text_of(event) + " tag " +
                    to_string(event.tag) + " bus tag " + std::to_string(event.bus_tag));
  }
  return lines;
}

std::string stimulus(const RandomRun& run) {
  std::string text;
  for (const TimedRequest& timed : run.work()) {
    text += stimulus_line(timed) + '\n';
  }
  return text;
}

// Both modes: same events, same accounts, same end.
void expect_same(const CoreBench& every_edge, const CoreBench& events_only) {
  const std::vector<std::string> left = all_lines(every_edge);
  const std::vector<std::string> right = all_lines(events_only);
  for (std::size_t at = 0; at < std::min(left.size(), right.size()); ++at) {
    ASSERT_EQ(left[at], right[at]) << "event " << at;
  }
  ASSERT_EQ(left.size(), right.size());
  const core::Pipeline& a = every_edge.pipeline();
  const core::Pipeline& b = events_only.pipeline();
  EXPECT_EQ(a.cycles(), b.cycles());
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    for (std::size_t cause = 0; cause < core::kStallCauses; ++cause) {
      const auto of = static_cast<core::StallCause>(cause);
      EXPECT_EQ(a.account(direction).cycles(of), b.account(direction).cycles(of))
          << name_of(direction) << ' ' << name_of(of);
    }
  }
  EXPECT_EQ(a.slots_in_use().sum, b.slots_in_use().sum);
  EXPECT_EQ(a.reads_outstanding().sum, b.reads_outstanding().sum);
  EXPECT_EQ(a.writes_outstanding().sum, b.writes_outstanding().sum);
}

void check_seed(std::uint64_t seed, bool with_faults) {
  const RandomRun run(seed, with_faults);
  CoreBench every_edge(run.config(), run.work());
  CoreBench events_only(run.config(), run.work());
  ASSERT_NO_THROW(every_edge.run(RunMode::kEveryEdge));
  ASSERT_NO_THROW(events_only.run(RunMode::kEventsOnly));
  expect_same(every_edge, events_only);
  const RunCheck check(every_edge);
  for (const std::string& rule : check.broken()) {
    ADD_FAILURE() << rule;
  }
}

void check_seeds(std::uint64_t seeds, bool with_faults) {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    check_seed(seed, with_faults);
    if (testing::Test::HasFailure()) {
      FAIL() << "seed " << seed << ", stimulus:\n" << stimulus(RandomRun(seed, with_faults));
    }
  }
}

TEST(RandomStimuli, MoveEachByteOnceAndKeepEveryLimit) { check_seeds(kSeeds, false); }

TEST(RandomStimuli, WithBusFaultsCompleteOnceAndLeakNothing) {
  check_seeds(kSeedsWithFaults, true);
}

}  // namespace
}  // namespace sgdma::test
