/// What a sweep file asks for.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explore/sweep/objective.h"
#include "workload/config/config_node.h"
#include "workload/config/place.h"

namespace sgdma::explore {

/// A key of the scenario and the value it gets.
struct Setting {
  std::string key;  ///< as `--set` has it: "engine.slots", "generator.small.size"
  workload::Place place;
  workload::ConfigNode value;
};

/// One position of an axis: layers that go over the base scenario, then settings.
struct AxisStep {
  std::string label;             ///< unique in its axis
  std::optional<double> number;  ///< the value in the axis's unit, where it is one
  std::vector<workload::ConfigNode> layers;
  std::vector<Setting> settings;
};

struct SweepAxis {
  std::string name;  ///< unique in its sweep
  std::string unit;  ///< of the numbers: "B", "ns", "Gbit/s", "GHz", or empty
  workload::Place place;
  std::vector<AxisStep> steps;  ///< at least one
};

/// Text that a point has to meet, else it is left out.
struct Constraint {
  std::string text;
  workload::Place place;
};

/// A space-filling part of the grid.
struct SampleRequest {
  std::uint64_t points = 0;
  std::uint64_t seed = 1;
};

/// How each point is run. Whatever can change a result is part of the point's key.
struct PointOptions {
  std::optional<std::uint64_t> max_cycles;
  bool verify = true;
  std::chrono::seconds timeout{3600};  ///< wall time, after which a point has failed
};

struct Sweep {
  std::string name;
  std::vector<SweepAxis> axes;
  std::vector<std::uint64_t> seeds;  ///< each design point runs with each; empty: the base's own
  std::vector<Constraint> constraints;
  std::optional<SampleRequest> sample;
  std::vector<Objective> objectives;
  double confidence = 0.95;  ///< of the intervals over seeds
  PointOptions run;
};

}  // namespace sgdma::explore
