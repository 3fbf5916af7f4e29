/// What of a scenario the RTL pair can follow.
#pragma once

#include "cosim/rtl_engine.h"
#include "workload/scenario.h"

namespace sgdma::cosim {

/// The RTL's configuration for a scenario. Throws workload::ConfigError, with a line for each
/// setting, where the RTL has no such feature (docs/cosim.md lists them).
RtlConfig rtl_config(const workload::Scenario& scenario);

}  // namespace sgdma::cosim
