/// `sgdma cosim`.
#pragma once

#include <optional>
#include <string>

#include "cosim/cosim_run.h"
#include "workload/config/load_scenario.h"

namespace sgdma::app {

struct CosimCommandOptions {
  workload::LoadOptions load;
  cosim::CosimOptions cosim;
  bool json = false;
  bool progress = true;
};

/// Runs a scenario in lock step with the RTL pair. Returns the exit code: done where nothing
/// differs, else failed. Throws ConfigError; MissingProgram where this build has no RTL.
int cosim(const CosimCommandOptions& options);

}  // namespace sgdma::app
