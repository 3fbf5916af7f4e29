/// The values of axes: what they are called, and which of them are numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platform/work_item.h"
#include "workload/config/config_node.h"
#include "workload/config/error_list.h"
#include "workload/config/key_spec.h"
#include "workload/config/value_reader.h"

namespace sgdma::explore {

/// What a number of a key is in: "B", "ns", "Gbit/s", "GHz", or nothing.
std::string unit_of(const workload::KeySpec& spec);

/// A value as a person would say it: "64 B", "8", "{ uniform = [1, 2] }".
std::string label_of(const workload::ConfigNode& value);

/// Where an axis is given by its ends: from and to, and one of the others.
struct AxisRange {
  const workload::ConfigNode* from = nullptr;
  const workload::ConfigNode* to = nullptr;
  const workload::ConfigNode* step = nullptr;
  const workload::ConfigNode* factor = nullptr;
  const workload::ConfigNode* points = nullptr;
  bool equal_ratios = false;  ///< of points
};

class AxisValues {
 public:
  /// `period` is that of the base scenario, for times that are given in cycles.
  AxisValues(platform::Picoseconds period, workload::ErrorList& errors) : errors_(errors) {
    period_ = period;
  }

  /// The value as a number in the key's unit, where the key has one and the value is right.
  std::optional<double> number(const workload::KeySpec& spec,
                               const workload::ConfigNode& value) const;

  /// The values of a range, in units that people use. Empty after an error, which has been
  /// reported.
  std::vector<workload::ConfigNode> range(const workload::KeySpec& spec,
                                          const AxisRange& range) const;

 private:
  /// In base units or, of a time in cycles, in those.
  struct Ends {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    std::uint64_t step = 0;
    bool in_cycles = false;
  };

  std::optional<std::uint64_t> base_units(const workload::KeySpec& spec,
                                          const workload::ConfigNode& value) const;
  std::optional<Ends> read_ends(const workload::KeySpec& spec, const AxisRange& range) const;
  std::vector<std::uint64_t> numbers(const Ends& ends, const AxisRange& range) const;
  std::optional<std::uint64_t> read_points(const workload::ConfigNode& node) const;
  std::optional<double> read_factor(const workload::ConfigNode& node) const;

  workload::ErrorList& errors_;
  platform::Picoseconds period_ = 1;
};

}  // namespace sgdma::explore
