// Objectives, and which points nobody beats.

#include "explore/sweep/objective.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workload/config/config_error.h"

namespace sgdma::test {
namespace {

using explore::Objective;
using explore::pareto_front;
using explore::parse_objective;
using explore::parse_objectives;
using testing::ElementsAre;

TEST(SweepObjectives, AreADirectionAndAFigure) {
  const auto objective = parse_objective(" max  read.utilisation ");
  ASSERT_TRUE(objective);
  EXPECT_TRUE(objective->maximise);
  EXPECT_EQ(objective->figure, "read.utilisation");
  EXPECT_EQ(objective->text(), "max read.utilisation");
  for (const char* text :
       {"", "max", "max ", "read.utilisation", "most latency.p99", "maxx a", "min a b", "Max a"}) {
    EXPECT_FALSE(parse_objective(text)) << text;
  }
}

TEST(SweepObjectives, StandInAList) {
  const auto objectives = parse_objectives("--objectives", "max a, min b.c");
  ASSERT_EQ(objectives.size(), 2U);
  EXPECT_EQ(objectives[1].text(), "min b.c");
  EXPECT_THROW(parse_objectives("--objectives", "max a,"), workload::ConfigError);
  EXPECT_THROW(parse_objectives("--objectives", ""), workload::ConfigError);
}

// Worked out by hand: c is beaten by a, d by b in one objective and equal in the other; a and b
// beat each other in one each; e equals b.
TEST(SweepObjectives, TheFrontHasWhatNobodyBeats) {
  const std::vector<Objective> objectives = {{true, "throughput"}, {false, "latency"}};
  const std::vector<std::vector<std::optional<double>>> points = {
      {10, 5}, {8, 3}, {9, 6}, {8, 4}, {8, 3}, {std::nullopt, 1}};
  EXPECT_THAT(pareto_front(objectives, points), ElementsAre(true, true, false, false, true, false));
}

TEST(SweepObjectives, OneObjectiveHasItsBestPointsOnTheFront) {
  EXPECT_THAT(pareto_front({{false, "latency"}}, {{3}, {2}, {2}, {4}}),
              ElementsAre(false, true, true, false));
}

}  // namespace
}  // namespace sgdma::test
