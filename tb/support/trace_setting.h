/// Settings of the core bench as `key=value`.
#pragma once

#include <string>

#include "support/core_bench.h"

namespace sgdma::test {

/// Changes one setting. docs/timing.md lists the keys. Throws `std::invalid_argument` where there
/// is no such key or the value does not fit.
void set_from_text(CoreBenchConfig& config, const std::string& setting);

}  // namespace sgdma::test
