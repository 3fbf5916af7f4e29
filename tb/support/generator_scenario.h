/// Random scenarios whose work is made by generators and answered by a peer.
#pragma once

#include <cstdint>
#include <string>

namespace sgdma::test {

struct GeneratorScenario {
  std::string text;
  bool may_fail = false;  ///< memory has an end, or may answer too late
};

/// Small engines of every kind; generators of all operations in closed and open loops, with and
/// without a peer, a rate on the wire and a small backlog; listed work beside them.
GeneratorScenario random_generators(std::uint64_t seed);

}  // namespace sgdma::test
