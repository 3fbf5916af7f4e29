// Random work on random configurations, with random resets and errors at random edges. A failure
// prints its seed, and the stimulus and requests that repeat it.

#include <algorithm>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/charges.h"
#include "support/trace_stimulus.h"
#include "unit/charge_check.h"
#include "unit/control_check.h"
#include "unit/random_run.h"
#include "unit/run_check.h"

namespace sgdma::test {
namespace {

/// Work and configuration of `RandomRun`, with control requests and teardown policies.
class RandomControl {
 public:
  explicit RandomControl(std::uint64_t seed)
      : random_(seed * 0x9E3779B97F4A7C15ULL), run_(seed, seed % 3 == 0), config_(run_.config()) {
    draw_policies();
    CoreBench bench(config_, run_.work());
    bench.run(RunMode::kEventsOnly);
    draw_requests(bench.pipeline().cycles());
  }

  const CoreBenchConfig& config() const { return config_; }
  const std::vector<TimedRequest>& work() const { return run_.work(); }
  std::string text() const {
    std::ostringstream out;
    for (const TimedRequest& timed : work()) {
      out << stimulus_line(timed) << '\n';
    }
    for (const TimedControl& timed : config_.control) {
      out << timed.edge << ' ' << name_of(timed.request.kind) << ' ' << raw(timed.request.number)
          << '\n';
    }
    return out.str();
  }

 private:
  std::uint64_t below(std::uint64_t end) { return random_() % end; }

  void draw_policies() {
    TeardownConfig& teardown = config_.engine.teardown;
    teardown.bus_fault = static_cast<TeardownPolicy>(below(2));
    teardown.engine_reset = static_cast<TeardownPolicy>(below(4));
    teardown.qp_reset = static_cast<TeardownPolicy>(below(4));
    teardown.qp_error = static_cast<TeardownPolicy>(below(4));
    teardown.drain_timeout = below(2) == 0 ? 0 : 1 + below(30);
  }

  /// Up to a bit behind the end of the run without them; often close to one another.
  void draw_requests(Cycle cycles) {
    Cycle edge = 0;
    for (std::uint64_t left = 1 + below(12); left > 0; --left) {
      edge = edge == 0 || below(2) == 0 ? 1 + below(cycles + 10) : edge + below(4);
      ControlRequest request;
      const std::uint64_t kind = below(8);
      if (kind > 0) {
        request.kind = kind < 4 ? ControlKind::kQueuePairError : ControlKind::kQueuePairReset;
        // Few of many, so that requests meet.
        request.qp = QpIndex{static_cast<std::uint32_t>(
            below(std::min<std::uint64_t>(config_.engine.queue_pairs, 4)))};
        request.number = QpNumber{raw(request.qp)};
      }
      config_.control.push_back({edge, request});
    }
  }

  std::mt19937_64 random_;
  RandomRun run_;
  CoreBenchConfig config_;
};

std::vector<std::string> lines_of(const CoreBench& bench) {
  std::vector<std::string> lines;
  for (const TraceEvent& event : bench.events()) {
    lines.push_back(std::to_string(event.edge) + ' ' + text_of(event));
  }
  return lines;
}

void check_seed(const RandomControl& run) {
  CoreBench every_edge(run.config(), run.work());
  CoreBench events_only(run.config(), run.work());
  ChargeRecorder charges;
  every_edge.watch_edges(charges);
  ASSERT_NO_THROW(every_edge.run(RunMode::kEveryEdge));
  ASSERT_NO_THROW(events_only.run(RunMode::kEventsOnly));
  EXPECT_EQ(lines_of(every_edge), lines_of(events_only));
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    EXPECT_EQ(charged(every_edge.pipeline(), direction), charged(events_only.pipeline(), direction))
        << name_of(direction);
  }
  const RunCheck limits(every_edge);
  EXPECT_EQ(limits.broken(), std::vector<std::string>{});
  const ControlCheck control(every_edge);
  EXPECT_EQ(control.broken(), std::vector<std::string>{});
  EXPECT_EQ(wrong_owners(every_edge, charges), std::vector<std::string>{});
}

// A hundred seeds a test, so that none takes long under sanitizers.
class RandomControlRuns : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomControlRuns, AnswerOnceInOrderAndLeaveNothing) {
  for (std::uint64_t seed = 100 * GetParam() + 1; seed <= 100 * (GetParam() + 1); ++seed) {
    const RandomControl run(seed);
    check_seed(run);
    if (testing::Test::HasFailure()) {
      FAIL() << "seed " << seed << ", work and requests:\n" << run.text();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Hundred, RandomControlRuns, testing::Range<std::uint64_t>(0, 10));

}  // namespace
}  // namespace sgdma::test
