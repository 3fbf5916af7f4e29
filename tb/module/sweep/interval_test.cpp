// Means and confidence intervals, against tables of Student's t.

#include "explore/sweep/interval.h"

#include <cmath>

#include <gtest/gtest.h>

namespace sgdma::test {
namespace {

using explore::interval_of;

TEST(SweepIntervals, OneSampleHasAMeanAndNoInterval) {
  const auto interval = interval_of({4}, 0.95);
  EXPECT_EQ(interval.mean, 4);
  EXPECT_FALSE(interval.low);
  EXPECT_FALSE(interval.high);
}

// Deviation 1, so the reach is t / sqrt(3); t of two degrees of freedom is 4.30265273 for 0.975 and
// 2.91998558 for 0.95.
TEST(SweepIntervals, ReachAsFarAsStudentSays) {
  const auto wide = interval_of({1, 2, 3}, 0.95);
  EXPECT_EQ(wide.mean, 2);
  EXPECT_NEAR(*wide.high - 2, 4.30265273 / std::sqrt(3.0), 1e-8);
  EXPECT_NEAR(2 - *wide.low, 4.30265273 / std::sqrt(3.0), 1e-8);
  const auto narrow = interval_of({1, 2, 3}, 0.9);
  EXPECT_NEAR(*narrow.high - 2, 2.91998558 / std::sqrt(3.0), 1e-8);
}

TEST(SweepIntervals, EqualSamplesHaveAnIntervalOfNoLength) {
  const auto interval = interval_of({7, 7, 7, 7}, 0.99);
  EXPECT_EQ(*interval.low, 7);
  EXPECT_EQ(*interval.high, 7);
}

}  // namespace
}  // namespace sgdma::test
