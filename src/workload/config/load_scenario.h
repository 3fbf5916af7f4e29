/// The way from files and options to a scenario.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "workload/config/config_error.h"
#include "workload/scenario.h"

namespace sgdma::workload {

/// What a scenario is put together from, in the order of precedence: presets, then the file, then
/// the settings. Without a file and without presets the default preset is taken.
struct LoadOptions {
  std::optional<std::string> path;
  std::vector<std::string> presets;     ///< names; a later one goes over an earlier one
  std::vector<std::string> settings;    ///< "key=value"; the value is TOML, or else a text
  std::optional<std::string> stimulus;  ///< path for `workload.stimulus`
  std::optional<std::string> seed;      ///< text of `workload.seed`
  /// Without a file, the built-in work is loaded. False where work comes from elsewhere.
  bool default_work = true;
};

class ScenarioLayers;

/// Puts all of it over one another. What is wrong goes to the layers' error list, but a file that
/// cannot be read, which is thrown as a ConfigError.
void add_layers(const LoadOptions& options, ScenarioLayers& layers);

/// A validated scenario. Throws ConfigError with everything that is wrong.
Scenario load_scenario(const LoadOptions& options);

/// A validated scenario of TOML text alone; errors name `source`.
Scenario parse_scenario(std::string text, std::string source);

}  // namespace sgdma::workload
