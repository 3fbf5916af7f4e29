/// How full something was.
#pragma once

#include <cstdint>

#include "types/cycle.h"

namespace sgdma::core {

/// Occupancy over time, exact: the integral over cycles and the highest value.
struct Occupancy {
  std::uint64_t sum = 0;  ///< value x cycles
  std::uint32_t max = 0;
  void charge(std::uint32_t value, Cycle cycles) {
    sum += value * cycles;
    max = value > max ? value : max;
  }
};

}  // namespace sgdma::core
