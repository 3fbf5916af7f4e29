/// Reads what a quantity is drawn from.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "workload/config/config_node.h"
#include "workload/config/error_list.h"
#include "workload/config/key_spec.h"

namespace sgdma::workload {

class ValueReader;

/// A table with one of these entries, whose values are written as those of the key itself:
///
///     { uniform = ["64 B", "4 KiB"] }                   every whole number between, bounds
///     included { weights = [["64 B", 9], ["4 KiB", 1]] }         each as often as its weight says
///     { table = [["0 B", 0], ["1 KiB", 50], ["1 MiB", 100]] }   cumulative percent, linear between
///     { file = "sizes.txt" }                            the same, a line `bytes percent` for each
class DistributionReader {
 public:
  DistributionReader(const ValueReader& values, ErrorList& errors)
      : values_(values), errors_(errors) {}

  /// Empty if there was an error, which has been reported.
  std::optional<KeyValue> read(const KeySpec& spec, const ConfigNode& table) const;

 private:
  using Points = std::vector<platform::Distribution::Point>;

  std::optional<KeyValue> read_uniform(const KeySpec& one, const ConfigNode& bounds) const;
  std::optional<KeyValue> read_pairs(const KeySpec& one, const ConfigNode& pairs,
                                     bool weights) const;
  std::optional<KeyValue> read_file(const KeySpec& one, const ConfigNode& path) const;
  std::optional<std::uint64_t> read_value(const KeySpec& one, const ConfigNode& node) const;
  std::optional<std::uint64_t> read_weight(const KeySpec& one, const ConfigNode& node) const;
  std::optional<std::uint64_t> read_percent(const KeySpec& one, const ConfigNode& node) const;
  /// That a table rises and ends with 100 %. `places` are those of the points.
  bool check_table(const KeySpec& one, const Points& points,
                   const std::vector<Place>& places) const;
  std::nullopt_t refuse(Place place, std::string message, std::string hint = {}) const;

  const ValueReader& values_;
  ErrorList& errors_;
};

}  // namespace sgdma::workload
