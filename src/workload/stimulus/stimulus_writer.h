/// Work as bulk stimulus.
#pragma once

#include <string>

#include "workload/scenario.h"

namespace sgdma::workload {

/// The listed work of a scenario, a line an item; reading it back gives the same items. Requires
/// that the work stands in order of time and repeats nothing. Keys are left out where the reader
/// fills them in: a time that is that of the line above, `signaled = true`.
std::string to_json_lines(const Scenario& scenario);

}  // namespace sgdma::workload
