// The worked studies of docs/exploration.md: what they measure is what was worked out by hand.

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "support/command_run.h"
#include "support/scenario_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

namespace json = boost::json;

/// The points of a study, run here.
json::array points_of(const std::string& study) {
  const CommandResult result = run_command(
      {"sweep", source_path("traces/sweeps/" + study + ".toml"), "--out", scratch_path(study)});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return json::parse(file_bytes(scratch_path(study + "/result.json"))).at("points").as_array();
}

std::string label(const json::value& point, const std::string& axis) {
  return json::value_to<std::string>(point.at("axes").at(axis));
}

double figure(const json::value& point, const std::string& name) {
  return point.at("figures").at(name).to_number<double>();
}

// T = L + M / 64 + 3 edges for a message in a slot; 128 KiB may be outstanding.
TEST(LongStudies, SlotsAreBandwidthTimesLatency) {
  const std::map<std::string, double> bytes = {{"512 B", 512}, {"4 KiB", 4096}};
  const std::map<std::string, double> latencies = {
      {"250 ns", 250}, {"500 ns", 500}, {"1 us", 1000}, {"2 us", 2000}};
  const json::array points = points_of("slots_400g");
  ASSERT_EQ(points.size(), 2U * 4 * 19);
  for (const json::value& point : points) {
    const double message = bytes.at(label(point, "message"));
    const double time = latencies.at(label(point, "memory latency")) + message / 64 + 3;
    const double slots = std::stod(label(point, "engine.slots"));
    const double outstanding = 131072.0 / time;
    const double rate = 8 * std::min({64.0, slots * message / time, outstanding});
    // Whole messages in 40 us: each slot may have one more or less.
    const double message_rate = slots * message * 8 / 40000;
    EXPECT_NEAR(figure(point, "read.gbit_per_s"), rate, message_rate + 0.001 * rate)
        << json::serialize(point.at("axes"));
    EXPECT_EQ(figure(point, "read.gbit_per_s") >= 400, slots >= std::ceil(50 * time / message))
        << json::serialize(point.at("axes"));
  }
}

TEST(LongStudies, ArbitrationHasItsWorstCases) {
  std::map<std::string, double> worst;
  double median = 0;  // over five seeds
  for (const json::value& point : points_of("arbitration")) {
    const std::string name =
        label(point, "cut") + ", " + label(point, "policy") + ", " + label(point, "bursts");
    worst[name] = std::max(worst[name], figure(point, "latency.by_size.64.max"));
    EXPECT_GT(figure(point, "read.gbit_per_s"), 511.9);
    if (name == "4 KiB, oldest_first, oldest_first") {
      median += figure(point, "latency.by_size.64.p50") / 5;
    }
  }
  ASSERT_EQ(worst.size(), 30U);
  // What came before it: the lengths that were drawn are 64 KiB on average only.
  EXPECT_NEAR(median, 48 * 1024, 0.01 * 48 * 1024);
  EXPECT_EQ(worst.at("4 KiB, strict_priority, round_robin"), 16 * 64);
  EXPECT_EQ(worst.at("16 KiB, strict_priority, oldest_first"), 16 * 256);
  EXPECT_LE(worst.at("4 KiB, round_robin, oldest_first"), 40 * 64);
  EXPECT_GT(worst.at("4 KiB, round_robin, oldest_first"), 38 * 64);
}

TEST(LongStudies, AFenceWaitsForTheUnitInHand) {
  for (const json::value& point : points_of("deregistration")) {
    const double answer = figure(point, "mid_transaction.deregister.latency.max");
    const std::string name = label(point, "engine.slots") + ", " + label(point, "translation") +
                             ", " + label(point, "answer");
    if (name == "32, beat, fence") {
      EXPECT_EQ(answer, 548);
    } else if (name == "32, burst, fence") {
      EXPECT_NEAR(answer, 131072.0 / 64, 16);
    } else if (name == "32, captured, wait") {
      EXPECT_LE(answer, 28672.0 / 64 * 32);
    }
    if (label(point, "answer") != "at once, unsafe") {
      EXPECT_EQ(figure(point, "mid_transaction.deregister.exposed_after_answer.gather"), 0) << name;
    }
  }
}

}  // namespace
}  // namespace sgdma::test
