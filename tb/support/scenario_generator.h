/// Random scenarios: every kind of work, at both sides, under every configuration.
#pragma once

#include <cstdint>
#include <string>

namespace sgdma::test {

/// A legal scenario that follows from the seed alone. It may hold work that fails.
std::string random_scenario(std::uint64_t seed);

/// The same scenario with teardown policies and control events in the middle of it.
std::string random_event_scenario(std::uint64_t seed);

/// A random stimulus in the form of the cycle contract: `t qp dir addr len [addr len ...]` a line.
std::string random_stimulus(std::uint64_t seed);

}  // namespace sgdma::test
