/// A burst or a beat, as a log of bus events has it.
#pragma once

#include <cstdint>
#include <string>

#include "types/cycle.h"
#include "types/direction.h"

namespace sgdma::workload {

struct BusEvent {
  Cycle cycle = 0;
  bool beat = false;  ///< else a burst
  Direction direction{};
  std::uint64_t id = 0;       ///< what its order is kept by
  std::uint64_t address = 0;  ///< of its first byte
  std::uint32_t bytes = 0;
  std::uint32_t beats = 0;  ///< of a burst; 0: not said
  std::uint32_t line = 0;   ///< in its file
};

}  // namespace sgdma::workload
