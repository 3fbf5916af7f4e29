// The campaign of cut points over traces/stimulus/cut_points.toml. The short part has a point
// behind every burst; the long one behind every beat, with every teardown policy.

#include <iostream>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "support/cut_run.h"
#include "support/scenario_run.h"

namespace sgdma::test {
namespace {

std::string cut_points() { return file_bytes(source_path("traces/stimulus/cut_points.toml")); }

const auto kEvents =
    testing::Values("qp_reset:1", "qp_reset:2", "qp_reset:3", "qp_reset:4", "qp_error:1",
                    "qp_error:2", "qp_error:3", "qp_error:4", "bus_error:1", "bus_error:2",
                    "bus_error:3", "bus_error:4", "engine_reset");

/// What an event's teardowns are caused by.
std::string cause_of(const std::string& event) {
  const std::string kind = event.substr(0, event.find(':'));
  return kind == "bus_error" ? "bus_fault" : kind;
}

void expect_no_failure(const CutRun& run, std::uint64_t points) {
  EXPECT_EQ(run.exit_code(), 0) << run.err();
  EXPECT_EQ(run.number("/failed"), 0);
  EXPECT_EQ(run.number("/exposed_after_answer"), 0);
  EXPECT_GE(run.number("/points"), points);
}

class CutPointsOfBursts : public testing::TestWithParam<const char*> {};

TEST_P(CutPointsOfBursts, Hold) {
  expect_no_failure(CutRun(cut_points(), GetParam(), {"--at", "bursts"}), 300);
}

INSTANTIATE_TEST_SUITE_P(Events, CutPointsOfBursts, kEvents);

class LongCutPoints
    : public testing::TestWithParam<std::tuple<const char*, const char*, const char*>> {};

TEST_P(LongCutPoints, HoldWithEveryPolicy) {
  const auto [event, policy, translation] = GetParam();
  const std::string cause = cause_of(event);
  if (cause == "bus_fault" && std::string(policy) > "finish_burst") {
    GTEST_SKIP() << "no burst begins after a fault";
  }
  const CutRun run(cut_points(), event,
                   {"--set", "teardown." + cause + "=" + policy, "--set",
                    std::string("key_cache.translation=") + translation});
  expect_no_failure(run, 2000);
  std::cout << event << ", " << policy << ", " << translation << ": " << run.number("/points")
            << " points at " << run.number("/edges") << " edges, " << run.number("/struck")
            << " struck, " << run.number("/failed") << " failed\n";
}

INSTANTIATE_TEST_SUITE_P(Events, LongCutPoints,
                         testing::Combine(kEvents,
                                          testing::Values("finish_beat", "finish_burst",
                                                          "finish_segment", "finish_transfer"),
                                          testing::Values("captured", "burst")));

}  // namespace
}  // namespace sgdma::test
