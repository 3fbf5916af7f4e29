/// What is left to do of a sweep, and what is in its way.
#pragma once

#include <string>
#include <vector>

#include "explore/sweep/sweep_directory.h"

namespace sgdma::explore {

/// Keys of points that have no result, each once, in the plan's order.
std::vector<std::string> missing_points(const SweepDirectory& directory, const SweepPlan& plan);

/// Takes away what runs of this machine have left that were killed.
void remove_leftovers(const SweepDirectory& directory);

}  // namespace sgdma::explore
