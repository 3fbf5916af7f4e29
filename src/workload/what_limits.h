/// What would have to change for a run to be faster.
#pragma once

#include <string>

#include "workload/run_result.h"

namespace sgdma::workload {

/// A sentence: that the work itself sets the pace, or else the largest cause of lost cycles, its
/// direction and the knob behind it.
///
/// The work sets the pace where the run is finished, the last transfer of each direction ends
/// within 2 % of the run's cycles after the direction's last arrival, and transfers spend less than
/// a quarter of their time waiting for slots: nothing in the engine or around it would make the run
/// shorter. Else the causes count of the direction that ends last, or of both where they end
/// together.
std::string what_limits(const RunResult& result);

}  // namespace sgdma::workload
