// The values of an axis between its ends.

#include "explore/sweep/axis_range.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sgdma::test {
namespace {

using explore::multiplied_range;
using explore::spread_range;
using explore::stepped_range;
using testing::ElementsAre;

TEST(SweepRanges, StepsMeetTheEndOrStopBeforeIt) {
  EXPECT_THAT(stepped_range(2, 10, 4), ElementsAre(2, 6, 10));
  EXPECT_THAT(stepped_range(2, 9, 4), ElementsAre(2, 6));
  EXPECT_THAT(stepped_range(7, 7, 1), ElementsAre(7));
  EXPECT_THAT(stepped_range(0, ~0ULL, 1ULL << 63U), ElementsAre(0, 1ULL << 63U));
}

TEST(SweepRanges, FactorsMeetTheEndOrStopBeforeIt) {
  EXPECT_THAT(multiplied_range(1, 16, 2), ElementsAre(1, 2, 4, 8, 16));
  EXPECT_THAT(multiplied_range(3, 20, 2), ElementsAre(3, 6, 12));
  // 1.5, 2.25, 3.375, 5.0625 and 7.59375, rounded.
  EXPECT_THAT(multiplied_range(1, 8, 1.5), ElementsAre(1, 2, 3, 5, 8));
  EXPECT_THAT(multiplied_range(1, 1000, 10), ElementsAre(1, 10, 100, 1000));
}

TEST(SweepRanges, SpreadsHaveBothEnds) {
  EXPECT_THAT(spread_range(10, 20, 3, false), ElementsAre(10, 15, 20));
  EXPECT_THAT(spread_range(1, 100, 3, true), ElementsAre(1, 10, 100));
  // 200 ns * 10^(k/4) in picoseconds, in three digits.
  EXPECT_THAT(spread_range(200'000, 2'000'000, 5, true),
              ElementsAre(200'000, 356'000, 632'000, 1'120'000, 2'000'000));
  EXPECT_THAT(spread_range(123'456, 123'456'789, 2, true), ElementsAre(123'456, 123'456'789));
  // Few whole numbers lie between the ends.
  EXPECT_THAT(spread_range(1, 3, 9, false), ElementsAre(1, 2, 3));
}

}  // namespace
}  // namespace sgdma::test
