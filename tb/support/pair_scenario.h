/// Random scenarios that the RTL pair can follow, of eight configurations.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sgdma::test {

/// What distinguishes a configuration; the rest is drawn.
struct PairConfiguration {
  const char* name = "";
  std::uint32_t slots = 4;  ///< the most
  std::uint32_t queue_pairs = 4;
  std::uint32_t bus_width = 8;  ///< bytes
  bool posted_writes = false;
  bool back_pressure = false;  ///< of the bus
  bool faults = false;
  bool resets = false;
};

const std::vector<PairConfiguration>& pair_configurations();

/// A scenario that keeps the engine busy for about `cycles` cycles.
std::string pair_scenario(const PairConfiguration& configuration, std::uint64_t seed,
                          std::uint64_t cycles);

}  // namespace sgdma::test
