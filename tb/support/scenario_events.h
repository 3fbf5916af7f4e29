/// Random control events, and how transfers are torn down.
#pragma once

#include <cstdint>
#include <string>

#include "support/scenario_random.h"

namespace sgdma::test {

/// `[teardown]` with a policy for each cause. Failures bring their queue pairs into ERR in some.
std::string random_teardown(ScenarioRandom& random);

/// Up to eight `[[event]]`s, some of them at the same time or behind a beat, of `queue_pairs` that
/// are numbered 1, 4, 7 and so on.
std::string random_events(ScenarioRandom& random, std::uint64_t queue_pairs);

}  // namespace sgdma::test
