/// What repetitions say of a figure.
#pragma once

#include <optional>
#include <vector>

namespace sgdma::explore {

/// The mean, and with two samples or more the interval that has the true mean in it with the
/// confidence asked for, if samples are normally distributed (Student's t).
struct Interval {
  double mean = 0;
  std::optional<double> low;
  std::optional<double> high;
};

/// Requires at least one sample, and a confidence between 0 and 1.
Interval interval_of(const std::vector<double>& samples, double confidence);

}  // namespace sgdma::explore
