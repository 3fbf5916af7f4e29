/// What shares a simulation with the engine, as a text says it.
#pragma once

#include <cstdint>
#include <string>

namespace sgdma::test {

/// Kinds of neighbours, and what follows from `seed` where it is not said.
struct NeighbourOptions {
  std::uint64_t seed = 0;
  bool wakes = false;   ///< processes that wake on edges and between them, and look at the engine
  bool deltas = false;  ///< chains of delta and immediate notifications at an edge
  bool clock = false;   ///< an `sc_clock`
  bool initiator = false;  ///< on the engine's memory, non-blocking
  bool decoupled = false;  ///< the same, blocking, ahead of its time
  bool resets = false;     ///< of the engine
  bool engine = false;     ///< a second one on the same memory
  std::string target;      ///< style of a test target in the place of host memory; empty: that
  std::string log;         ///< path of what they saw; empty: not written

  bool shares_memory() const { return initiator || decoupled || engine; }
};

/// Of "seed=7,kinds=wakes+deltas,target=early,log=PATH", each part of which may be left out.
/// Without kinds the seed chooses them, one at least. Throws `std::invalid_argument`.
NeighbourOptions neighbours_of(const std::string& text);

}  // namespace sgdma::test
