/// `sgdma validate`.
#pragma once

#include "workload/config/load_scenario.h"

namespace sgdma::app {

/// Loads a scenario and says on standard error what is in it. Returns the exit code; throws
/// workload::ConfigError with everything that is wrong.
int validate(const workload::LoadOptions& options);

}  // namespace sgdma::app
