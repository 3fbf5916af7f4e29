/// What a timeline of a run shall hold.
#pragma once

#include <cstdint>
#include <string>

#include "types/cycle.h"

namespace sgdma::observe {

struct TimelineOptions {
  std::string path;
  Cycle from = 0;           ///< first edge
  Cycle to = kNever;        ///< last edge, included
  std::uint64_t limit = 0;  ///< bytes, about; 0: none
};

/// What became of it.
struct TimelineReport {
  std::string path;
  bool reached = false;  ///< the run came to its window
  bool full = false;     ///< it ended because of its size
  Cycle first = 0;       ///< first edge in the file
  Cycle last = 0;        ///< last edge in the file
  std::uint64_t bytes = 0;
};

}  // namespace sgdma::observe
