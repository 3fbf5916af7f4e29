/// Random fault rules.
#pragma once

#include <cstdint>
#include <string>

#include "support/scenario_random.h"

namespace sgdma::test {

/// None, or up to three `[[fault]]`s; with a queue pair, one of `queue_pairs` that are numbered 1,
/// 4, 7 and so on. All that is silent is answered in the end.
std::string random_faults(ScenarioRandom& random, std::uint64_t queue_pairs);

}  // namespace sgdma::test
