/// The occupancy of what changes rarely.
#pragma once

#include <cstdint>

#include "core/occupancy.h"
#include "types/cycle.h"

namespace sgdma::core {

/// A level counts for the edge that sets it and those after it. An edge at which it does not change
/// costs nothing.
class LevelAccount {
 public:
  /// The level at the end of edge `now`, or the last that was set for it. Requires edges to rise.
  void set(Cycle now, std::uint32_t level) {
    if (level != level_) {
      occupancy_ = until(now);
      level_ = level;
      since_ = now;
    }
  }
  /// Over the edges before `cycles`, of which none has changed the level since.
  Occupancy until(Cycle cycles) const {
    Occupancy occupancy = occupancy_;
    if (cycles > since_) {
      occupancy.charge(level_, cycles - since_);
    }
    return occupancy;
  }

 private:
  Occupancy occupancy_;
  std::uint32_t level_ = 0;
  Cycle since_ = 0;
};

}  // namespace sgdma::core
