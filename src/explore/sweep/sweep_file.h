/// A sweep file, read and checked.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "explore/sweep/case_layers.h"
#include "explore/sweep/design_space.h"
#include "explore/sweep/sweep.h"
#include "workload/config/error_list.h"
#include "workload/config/scenario_layers.h"
#include "workload/scenario.h"

namespace sgdma::explore {

/// The base scenario is put together as that of `sgdma run`: presets, the file, the settings of
/// `[set]`, and over them those of the command line. Paths are meant from the folder of the sweep
/// file.
class SweepFile {
 public:
  /// `settings` are "key=value", as those of `--set`. Throws workload::ConfigError with
  /// everything that is wrong.
  SweepFile(const std::string& path, const std::vector<std::string>& settings);
  SweepFile(const SweepFile&) = delete;
  SweepFile& operator=(const SweepFile&) = delete;

  const Sweep& sweep() const { return sweep_; }

  /// The designs that there are, in the order of the grid. Throws workload::ConfigError where there
  /// are none, or more than a sweep can have.
  std::vector<Design> designs();

  /// A design's scenario, with a seed or with the base's own. Throws workload::ConfigError, which
  /// names the design, where it is no valid one.
  workload::Scenario scenario(const Design& design, std::optional<std::uint64_t> seed);

 private:
  using Node = workload::ConfigNode;

  void read_base(const Node& root, const std::string& folder,
                 const std::vector<std::string>& settings);
  void read_cases(const Node& root, const std::string& folder);
  void read(const Node& root, const std::string& path);
  void read_entry(const workload::ConfigEntry& entry);
  void read_axes(const Node& list);
  void read_seeds(const Node& root);
  void read_sample(const Node& table);
  void read_constraints(const Node& list);
  void read_objectives(const Node& list);
  std::uint64_t read_number(const Node& node, const char* name, std::uint64_t least,
                            std::uint64_t most);
  workload::ScenarioLayers layers_of(const Design& design) const;
  std::string text_of(const Design& design) const;

  workload::ErrorList errors_;
  workload::ScenarioLayers base_{errors_};
  CaseLayers cases_;
  Sweep sweep_;
  std::set<std::string> fixed_;  ///< keys that the command line sets
  workload::Place place_;        ///< of the file as a whole
};

}  // namespace sgdma::explore
