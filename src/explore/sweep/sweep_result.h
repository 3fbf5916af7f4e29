/// What the points of a sweep came to.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explore/sweep/figures.h"
#include "explore/sweep/interval.h"
#include "explore/sweep/sweep_directory.h"
#include "explore/sweep/sweep_plan.h"

namespace sgdma::explore {

/// Of one run.
struct PointResult {
  /// "done"; "check_failed", "deadlock" or "max_cycles" with figures; "failed" without; "missing".
  std::string status;
  std::string reason;  ///< why it failed
  Figures figures;

  bool good() const { return status == "done"; }
};

/// Of a design, over its seeds.
struct DesignResult {
  std::size_t first = 0;  ///< of its points, which stand behind one another
  std::string status;     ///< "done", or that of its first point which is not
  /// Of each number that all of its points have, in their order.
  std::vector<std::pair<std::string, Interval>> figures;
  std::vector<std::optional<double>> objectives;  ///< as means
  bool on_front = false;  ///< no other design beats it; those that are not done are left out
};

/// All of it says the same however, wherever and in which order the points have run.
struct SweepResult {
  SweepPlan plan;
  std::vector<PointResult> points;  ///< in the plan's order
  std::vector<DesignResult> designs;

  std::uint64_t count(std::string_view status) const;
  /// Points that are there, and not good.
  std::uint64_t failed() const;
};

/// Reads what there is of all points. Throws workload::ConfigError where a result cannot be read.
SweepResult read_results(const SweepDirectory& directory, const SweepPlan& plan);

/// A point's status alone, without reading its result.
std::string state_of(const SweepDirectory& directory, const std::string& key);

}  // namespace sgdma::explore
