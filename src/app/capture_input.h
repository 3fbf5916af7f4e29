/// The capture that a command was given.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "workload/scenario.h"

namespace sgdma::app {

struct CaptureInput {
  std::optional<std::string> path;
  std::string time_scale = "1";     ///< "2", "0.125" or "1/3"
  std::optional<std::string> side;  ///< address of the end that is modelled
};

/// Puts the capture's work in the place of the scenario's. Returns lines that say what was found
/// and what was made up. Throws workload::ConfigError. Requires a path.
std::vector<std::string> load_capture(const CaptureInput& input, workload::Scenario& scenario);

}  // namespace sgdma::app
