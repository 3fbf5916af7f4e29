/// What a design point is good for.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sgdma::explore {

/// A figure of the result, or the number on an axis, to have as large or as small as can be.
struct Objective {
  bool maximise = false;
  std::string figure;  ///< "read.utilisation", "engine.slots"

  /// Whether `a` is better than `b`.
  bool better(double a, double b) const { return maximise ? a > b : a < b; }
  std::string text() const { return (maximise ? "max " : "min ") + figure; }
};

/// Reads "max read.utilisation"; nothing where it is not that.
std::optional<Objective> parse_objective(std::string_view text);

/// Reads "max read.utilisation, min latency.p99". Throws workload::ConfigError, named `source`.
std::vector<Objective> parse_objectives(const std::string& source, std::string_view text);

/// Those taken where nobody names any: much read, little latency in the tail, few bits.
std::vector<Objective> default_objectives();

/// Which of `points` no other point beats: at least as good in every objective, and better in one.
/// Each point has a value for each objective; one that has not is not on the front.
std::vector<bool> pareto_front(const std::vector<Objective>& objectives,
                               const std::vector<std::vector<std::optional<double>>>& points);

}  // namespace sgdma::explore
