/// Random settings of a scenario: everything but regions, queue pairs and work.
#pragma once

#include <string>

#include "support/scenario_random.h"

namespace sgdma::test {

/// Sections with random settings that can run any work to its end.
std::string random_settings(ScenarioRandom& random);

}  // namespace sgdma::test
