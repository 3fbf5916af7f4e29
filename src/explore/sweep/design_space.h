/// The design points of a sweep: which combinations of its axes' steps there are.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "explore/sweep/sweep.h"

namespace sgdma::explore {

/// The position on each axis.
using Design = std::vector<std::uint32_t>;

/// Whether a design is part of the sweep.
using Admits = std::function<bool(const Design&)>;

/// Combinations of all steps; 2^64 - 1 where there are more.
std::uint64_t grid_size(const std::vector<SweepAxis>& axes);

/// All that are admitted, the last axis counting fastest.
std::vector<Design> full_grid(const std::vector<SweepAxis>& axes, const Admits& admits);

/// As many different ones as are asked for, evenly spread: a Sobol sequence over the axes, shifted
/// by random bits of the seed, in which each axis's steps have equal shares. In the order of the
/// grid. Fewer where so many are not admitted; then those that a long search has found.
std::vector<Design> space_filling(const std::vector<SweepAxis>& axes, const SampleRequest& request,
                                  const Admits& admits);

}  // namespace sgdma::explore
