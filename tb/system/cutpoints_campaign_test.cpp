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
                    "bus_error:3", "bus_error:4", "engine_reset", "dereg:buffers", "dereg:peers");

/// What an event's teardowns are caused by.
std::string cause_of(const std::string& event) {
  const std::string kind = event.substr(0, event.find(':'));
  if (kind == "dereg") return "deregister";
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

void say(const CutRun& run, const std::string& what) {
  std::cout << what << ": " << run.number("/points") << " points at " << run.number("/edges")
            << " edges, " << run.number("/struck") << " struck, " << run.number("/failed")
            << " failed\n";
}

class LongCutPoints
    : public testing::TestWithParam<std::tuple<const char*, const char*, const char*>> {};

TEST_P(LongCutPoints, HoldWithEveryPolicy) {
  const auto [event, policy, translation] = GetParam();
  const std::string cause = cause_of(event);
  if (cause == "bus_fault" && std::string(policy) > "finish_burst") {
    GTEST_SKIP() << "no burst begins after a fault";
  }
  // A region's transfers are torn down where its deregistration forces them.
  const CutRun run(cut_points(), event,
                   {"--set", "teardown." + cause + "=" + policy, "--set",
                    std::string("key_cache.translation=") + translation, "--set",
                    "key_cache.deregistration=force_error"});
  expect_no_failure(run, 2000);
  say(run, std::string(event) + ", " + policy + ", " + translation);
}

INSTANTIATE_TEST_SUITE_P(Events, LongCutPoints,
                         testing::Combine(kEvents,
                                          testing::Values("finish_beat", "finish_burst",
                                                          "finish_segment", "finish_transfer"),
                                          testing::Values("captured", "burst")));

class LongDeregistrations
    : public testing::TestWithParam<std::tuple<const char*, const char*, const char*>> {};

TEST_P(LongDeregistrations, HoldWithEveryPolicy) {
  const auto [event, policy, translation] = GetParam();
  const CutRun run(cut_points(), event,
                   {"--set", std::string("key_cache.deregistration=") + policy, "--set",
                    std::string("key_cache.translation=") + translation, "--set",
                    "key_cache.capacity=4", "--set", "key_cache.miss_latency=40cycles"});
  expect_no_failure(run, 2000);
  say(run, std::string(event) + ", " + policy + ", " + translation);
}

INSTANTIATE_TEST_SUITE_P(Policies, LongDeregistrations,
                         testing::Combine(testing::Values("dereg:buffers", "dereg:peers"),
                                          testing::Values("wait", "fence"),
                                          testing::Values("captured", "segment", "page", "burst",
                                                          "beat")));

}  // namespace
}  // namespace sgdma::test
