/// Reads the axes of a sweep file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explore/sweep/axis_values.h"
#include "explore/sweep/case_layers.h"
#include "explore/sweep/sweep.h"
#include "workload/config/config_node.h"
#include "workload/config/error_list.h"

namespace sgdma::explore {

/// An `[[axis]]` is a list of values for a key, a range of them, a list of values for several keys
/// at once, or a list of cases:
///
///   key = "engine.slots"            values = [4, 8, 16]
///   key = "memory.read_latency"     from = "200 ns", to = "2 us", step = "200 ns"
///   key = "engine.slots"            from = 1, to = 256, factor = 2
///   keys = ["bus.width", "clock.period"]   values = [["64 B", "1 ns"], ["32 B", "500 ps"]]
///   [[axis.case]]                   name, preset, scenario, set
class AxisReader {
 public:
  /// `cases` has the layers of the cases, which were read before.
  AxisReader(const AxisValues& values, const CaseLayers& cases, workload::ErrorList& errors)
      : values_(values), cases_(cases), errors_(errors) {}

  /// Empty after an error, which has been reported.
  std::optional<SweepAxis> read(const workload::ConfigNode& table) const;

 private:
  using Node = workload::ConfigNode;

  std::vector<std::string> read_keys(const Node& table) const;
  std::vector<AxisStep> read_values(const Node& table, const std::vector<std::string>& keys) const;
  std::vector<AxisStep> read_tuples(const Node& values, const std::vector<std::string>& keys) const;
  std::vector<AxisStep> read_range(const Node& table, const std::string& key) const;
  std::vector<AxisStep> read_cases(const Node& list) const;
  std::optional<AxisStep> read_case(const Node& table) const;
  void check_labels(const SweepAxis& axis) const;

  const AxisValues& values_;
  const CaseLayers& cases_;
  workload::ErrorList& errors_;
};

}  // namespace sgdma::explore
