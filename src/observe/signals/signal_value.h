/// Values of a waveform's signals.
#pragma once

#include <cstdint>

#include "observe/signals/signal_table.h"

namespace sgdma::observe {

/// Of a signal at a time.
struct SignalValue {
  std::uint64_t bits = 0;  ///< those above the signal's width do not count
  bool driven = true;      ///< false: shown as high impedance (`z`), whatever the bits say
};

struct SignalChange {
  SignalId signal{};
  SignalValue value;
};

}  // namespace sgdma::observe
