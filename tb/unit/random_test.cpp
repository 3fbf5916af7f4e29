// Random stimuli on random configurations, against what the work and the limits alone say.

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/charges.h"
#include "support/trace_stimulus.h"
#include "unit/charge_check.h"
#include "unit/random_run.h"
#include "unit/run_check.h"

namespace sgdma::test {
namespace {

std::string stimulus(const RandomRun& run) {
  std::string text;
  for (const TimedRequest& timed : run.work()) {
    text += stimulus_line(timed) + '\n';
  }
  return text;
}

bool same(const TraceEvent& a, const TraceEvent& b) {
  return a.edge == b.edge && a.kind == b.kind && a.tag == b.tag && a.slot == b.slot &&
         a.bus_tag == b.bus_tag && a.address == b.address && a.bytes == b.bytes &&
         a.remaining == b.remaining && a.status == b.status;
}

// Both modes: same events, same accounts, same end.
void expect_same(const CoreBench& every_edge, const CoreBench& events_only) {
  const std::vector<TraceEvent>& left = every_edge.events();
  const std::vector<TraceEvent>& right = events_only.events();
  for (std::size_t at = 0; at < std::min(left.size(), right.size()); ++at) {
    ASSERT_TRUE(same(left[at], right[at]))
        << "at " << left[at].edge << ' ' << text_of(left[at]) << " with every edge, at "
        << right[at].edge << ' ' << text_of(right[at]) << " with events only";
  }
  ASSERT_EQ(left.size(), right.size());
  const core::Pipeline& a = every_edge.pipeline();
  const core::Pipeline& b = events_only.pipeline();
  EXPECT_EQ(a.cycles(), b.cycles());
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    EXPECT_EQ(charged(a, direction), charged(b, direction)) << name_of(direction);
  }
  EXPECT_EQ(a.slots_in_use().sum, b.slots_in_use().sum);
  EXPECT_EQ(a.reads_outstanding().sum, b.reads_outstanding().sum);
  EXPECT_EQ(a.writes_outstanding().sum, b.writes_outstanding().sum);
}

// Up to where all that was late has come.
void run_out(CoreBench& bench, RunMode mode) {
  bench.run(mode);
  const auto late = [&] {
    return bench.gather().quarantine().size() + bench.scatter().quarantine().size() > 0;
  };
  for (Cycle rounds = 0; late(); ++rounds) {
    if (rounds == 100) {
      throw std::runtime_error("what is late does not come");
    }
    bench.run_on(mode, (bench.pipeline().cycles() / 1000 + 1) * 1000);
  }
}

void check_seed(std::uint64_t seed, bool with_faults, bool with_silence) {
  const RandomRun run(seed, with_faults, with_silence);
  CoreBench every_edge(run.config(), run.work());
  CoreBench events_only(run.config(), run.work());
  ChargeRecorder charges;
  every_edge.watch_edges(charges);
  ASSERT_NO_THROW(run_out(every_edge, RunMode::kEveryEdge));
  ASSERT_NO_THROW(run_out(events_only, RunMode::kEventsOnly));
  expect_same(every_edge, events_only);
  const RunCheck check(every_edge);
  for (const std::string& rule : check.broken()) {
    ADD_FAILURE() << rule;
  }
  EXPECT_EQ(charges.charges().size(), every_edge.pipeline().cycles());
  EXPECT_EQ(wrong_owners(every_edge, charges), std::vector<std::string>{});
}

// A hundred seeds a test, so that none takes long under sanitizers.
class RandomStimuli : public testing::TestWithParam<std::uint64_t> {};

void check_hundred(std::uint64_t hundred, bool with_faults, bool with_silence = false) {
  for (std::uint64_t seed = 100 * hundred + 1; seed <= 100 * (hundred + 1); ++seed) {
    check_seed(seed, with_faults, with_silence);
    if (testing::Test::HasFailure()) {
      FAIL() << "seed " << seed << ", stimulus:\n"
             << stimulus(RandomRun(seed, with_faults, with_silence));
    }
  }
}

TEST_P(RandomStimuli, MoveEachByteOnceAndKeepEveryLimit) { check_hundred(GetParam(), false); }

INSTANTIATE_TEST_SUITE_P(Hundred, RandomStimuli, testing::Range<std::uint64_t>(0, 10));

class RandomFaults : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomFaults, CompleteOnceAndLeakNothing) { check_hundred(GetParam(), true); }

INSTANTIATE_TEST_SUITE_P(Hundred, RandomFaults, testing::Range<std::uint64_t>(0, 5));

class RandomSilences : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomSilences, CompleteOnceAndLeakNothing) { check_hundred(GetParam(), true, true); }

INSTANTIATE_TEST_SUITE_P(Hundred, RandomSilences, testing::Range<std::uint64_t>(0, 5));

}  // namespace
}  // namespace sgdma::test
