/// Time in a waveform file.
#pragma once

#include <cstdint>

namespace sgdma::observe {

/// Time in units of the file's timescale.
using WaveTime = std::uint64_t;

/// The coarsest timescale in which half a clock period is a whole number, so that every edge of the
/// clock, rising or falling, stands at its exact time.
struct WaveScale {
  int exponent = -12;          ///< the unit is 10^exponent seconds, -13 to 0
  WaveTime units_a_cycle = 0;  ///< clock period; even
};

/// `period_ps` is 1 or more.
constexpr WaveScale wave_scale(std::uint64_t period_ps) {
  WaveScale scale{-13, period_ps * 10};
  while (scale.exponent < 0 && scale.units_a_cycle % 20 == 0) {
    scale.units_a_cycle /= 10;
    ++scale.exponent;
  }
  return scale;
}

}  // namespace sgdma::observe
