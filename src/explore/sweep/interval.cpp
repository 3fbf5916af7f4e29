#include "explore/sweep/interval.h"

#include <cmath>
#include <numeric>

#include <boost/math/distributions/students_t.hpp>

namespace sgdma::explore {

Interval interval_of(const std::vector<double>& samples, double confidence) {
  const auto count = static_cast<double>(samples.size());
  const double mean = std::accumulate(samples.begin(), samples.end(), 0.0) / count;
  if (samples.size() < 2) return {mean, std::nullopt, std::nullopt};
  const double squares = std::accumulate(
      samples.begin(), samples.end(), 0.0,
      [mean](double sum, double sample) { return sum + (sample - mean) * (sample - mean); });
  const boost::math::students_t distribution(count - 1);
  const double reach = boost::math::quantile(distribution, (1 + confidence) / 2) *
                       std::sqrt(squares / (count - 1) / count);
  return {mean, mean - reach, mean + reach};
}

}  // namespace sgdma::explore
