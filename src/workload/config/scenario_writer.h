/// Writes a scenario back as TOML.
#pragma once

#include <string>

#include "workload/scenario.h"

namespace sgdma::workload {

/// The fully resolved scenario, all keys explicit, with units: what `load_scenario` reads back to
/// an identical scenario, so that the run repeats exactly.
std::string to_toml(const Scenario& scenario);

}  // namespace sgdma::workload
