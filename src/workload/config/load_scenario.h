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

/// A validated scenario. Throws ConfigError with everything that is wrong.
Scenario load_scenario(const LoadOptions& options);

/// A validated scenario of TOML text alone; errors name `source`.
Scenario parse_scenario(std::string text, std::string source);

}  // namespace sgdma::workload
