/// The stall account of a run in words.
#pragma once

#include <map>
#include <string>

#include "core/pipeline.h"

namespace sgdma::test {

/// `cause`, or `cause index` where a queue pair owns the cycles, to their number. None is 0.
using Charged = std::map<std::string, Cycle>;

Charged charged(const core::Pipeline& pipeline, Direction direction);

/// What does not add up: over the causes to the cycles run, over the owners to each cause. Empty
/// where all does.
std::string unbalanced(const core::Pipeline& pipeline);

}  // namespace sgdma::test
