/// A place in a waveform that a reader is led to.
#pragma once

#include <string>

#include "types/cycle.h"

namespace sgdma::observe {

struct WaveMarker {
  Cycle edge = 0;
  std::string text;
};

}  // namespace sgdma::observe
