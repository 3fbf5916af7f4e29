/// The best designs of a sweep as text.
#pragma once

#include <string>

#include "explore/sweep/sweep_result.h"

namespace sgdma::explore {

/// A table of at most `rows` designs with their axes and objectives: those on the Pareto front
/// first, marked, each part by the first objective. Designs that are not done have no place in it.
std::string best_points(const SweepResult& result, std::size_t rows);

}  // namespace sgdma::explore
