/// Random deregistrations, and how addresses are derived.
#pragma once

#include <cstdint>
#include <string>

#include "support/scenario_random.h"

namespace sgdma::test {

/// `[key_cache]` with any policy and translation, its misses after a latency.
std::string random_key_cache(ScenarioRandom& random);

/// `[[event]]`s that deregister some of the regions with the keys 1 to `regions`, and mostly
/// register them again later.
std::string random_deregistrations(ScenarioRandom& random, std::uint64_t regions);

}  // namespace sgdma::test
