/// The points of a sweep, before any of them has run.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <boost/json/object.hpp>

#include "explore/sweep/design_space.h"
#include "explore/sweep/objective.h"
#include "explore/sweep/sweep_file.h"

namespace sgdma::explore {

/// A step of an axis, as tables and plots show it.
struct PlannedStep {
  std::string label;
  std::optional<double> number;
};

struct PlannedAxis {
  std::string name;
  std::string unit;
  std::vector<PlannedStep> steps;
};

/// A run: a design with a seed.
struct PlannedPoint {
  std::string key;  ///< of two points with the same scenario it is the same
  Design design;
  std::optional<std::uint64_t> seed;  ///< empty: the base scenario's own
};

/// In the order of the grid, a design's seeds behind one another: the order of all results.
struct SweepPlan {
  std::string name;
  std::string version;  ///< of the program that points were planned for
  std::vector<PlannedAxis> axes;
  std::vector<std::uint64_t> seeds;
  std::vector<Objective> objectives;
  double confidence = 0.95;
  PointOptions run;
  std::vector<PlannedPoint> points;

  std::uint64_t seeds_each() const { return seeds.empty() ? 1 : seeds.size(); }
};

/// Is given each scenario that has to be there, once: its key, and it as TOML.
using KeepScenario = std::function<void(const std::string& key, const std::string& toml)>;

/// Throws workload::ConfigError where a point is no valid scenario.
SweepPlan make_plan(SweepFile& file, const std::string& version, const KeepScenario& keep);

/// One JSON object; `read_plan` makes the plan again. Throws std::runtime_error where the object
/// is no plan.
std::string to_json(const SweepPlan& plan);
SweepPlan read_plan(const boost::json::object& object);

/// The part of a result that says what was swept: name, version, axes, seeds, confidence and
/// objectives.
boost::json::object heading_json(const SweepPlan& plan);

}  // namespace sgdma::explore
