/// `sgdma run`.
#pragma once

#include "app/run_options.h"

namespace sgdma::app {

/// Runs a scenario or a capture and reports. Returns the exit code. Throws workload::ConfigError
/// for a user's mistake, before anything is simulated.
int run(const RunOptions& options);

}  // namespace sgdma::app
