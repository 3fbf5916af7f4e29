/// The default workload, longer or denser.
#pragma once

#include <cstdint>

#include "workload/scenario.h"

namespace sgdma::bench {

/// The built-in scenario with every item `times` as often. `percent` scales the times between
/// arrivals: 100 offers what the default offers, 78 a beat a cycle and direction.
workload::Scenario default_load(std::uint64_t times, std::uint64_t percent);

}  // namespace sgdma::bench
