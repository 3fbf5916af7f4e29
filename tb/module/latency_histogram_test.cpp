// Latencies against a sorted list of them: few and many distinct ones, small and large, and sums of
// several histograms.

#include "observe/latency_histogram.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace sgdma::observe {
namespace {

/// The least of the sorted values that at least `per_mille` of a thousand do not exceed.
Cycle rank_of(const std::vector<Cycle>& sorted, std::uint32_t per_mille) {
  return sorted[(sorted.size() * per_mille + 999) / 1000 - 1];
}

/// Exact below 2^16; above, too low by less than 0.1 %.
void expect_near(Cycle found, Cycle exact) {
  EXPECT_LE(found, exact);
  if (exact < LatencyHistogram::kExactBelow) {
    EXPECT_EQ(found, exact);
  } else {
    EXPECT_GE(found, LatencyHistogram::kExactBelow);
    EXPECT_LT(static_cast<double>(exact - found), 0.001 * static_cast<double>(exact));
  }
}

void expect_same(const LatencyHistogram& histogram, std::vector<Cycle> values) {
  std::sort(values.begin(), values.end());
  ASSERT_EQ(histogram.count(), values.size());
  ASSERT_EQ(histogram.min(), values.front());
  ASSERT_EQ(histogram.max(), values.back());
  double sum = 0;
  for (const Cycle value : values) sum += static_cast<double>(value);
  EXPECT_NEAR(histogram.mean(), sum / static_cast<double>(values.size()), 1e-9 * sum);
  for (const std::uint32_t per_mille : {1U, 250U, 500U, 990U, 999U, 1000U}) {
    SCOPED_TRACE(per_mille);
    expect_near(histogram.percentile(per_mille), rank_of(values, per_mille));
  }
}

TEST(LatencyHistogram, IsZeroWithoutValues) {
  LatencyHistogram histogram;
  histogram.add(LatencyHistogram());
  EXPECT_EQ(histogram.count(), 0U);
  EXPECT_EQ(histogram.min(), 0U);
  EXPECT_EQ(histogram.max(), 0U);
  EXPECT_EQ(histogram.mean(), 0.0);
  EXPECT_EQ(histogram.percentile(500), 0U);
}

TEST(LatencyHistogram, AgreesWithASortedList) {
  std::mt19937_64 random(17);
  for (const std::uint64_t distinct : {1ULL, 2ULL, 40ULL, 500ULL, 530ULL, 5000ULL, 1ULL << 40U}) {
    for (const std::uint64_t offset : {0ULL, 64'000ULL, 70'000ULL, 1ULL << 45U}) {
      SCOPED_TRACE(std::to_string(distinct) + " from " + std::to_string(offset));
      std::vector<Cycle> values;
      LatencyHistogram whole;
      LatencyHistogram sum;
      for (int part = 0; part < 4; ++part) {
        LatencyHistogram one;
        for (int at = 0; at < 400; ++at) {
          values.push_back(offset + random() % distinct);
          whole.add(values.back());
          one.add(values.back());
        }
        sum.add(one);
        expect_same(whole, values);
        expect_same(sum, values);
      }
    }
  }
}

TEST(LatencyHistogram, CountsManyOfAFew) {
  std::mt19937_64 random(19);
  std::vector<Cycle> values;
  LatencyHistogram histogram;
  for (int at = 0; at < 30'000; ++at) {
    values.push_back(at < 5000 ? 7 : 1000 + random() % 300);
    histogram.add(values.back());
    if (at % 5000 == 17) expect_same(histogram, values);
  }
  expect_same(histogram, values);
}

TEST(LatencyHistogram, PutsABucketWhereItsValuesAre) {
  for (unsigned log = 0; log < 64; ++log) {
    for (const Cycle around : {Cycle{1}, Cycle{0}}) {
      const Cycle value = (Cycle{1} << log) - around;
      LatencyHistogram one;
      one.add(value);
      expect_near(one.percentile(500), value);
      LatencyHistogram two;
      two.add(0);
      two.add(value);
      expect_near(two.percentile(1000), value);
    }
  }
}

}  // namespace
}  // namespace sgdma::observe
