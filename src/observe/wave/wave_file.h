/// A waveform file that is written change by change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "observe/signals/signal_value.h"
#include "observe/wave/wave_scale.h"

namespace sgdma::observe {

/// There are two formats: VCD (IEEE 1364-2005, clause 18) and FST. A file is empty-handed until
/// `begin`, which may throw what opening throws, and complete after `close`; a file that is
/// destroyed without `close` is closed at the last time that it was told.
class WaveFile {
 public:
  WaveFile() = default;
  WaveFile(const WaveFile&) = delete;
  WaveFile& operator=(const WaveFile&) = delete;
  virtual ~WaveFile() = default;

  /// Creates the file, declares the signals and gives all of them their value at `time`; `values`
  /// has one for each signal. Once, before anything else. Throws `std::system_error`.
  virtual void begin(WaveTime time, const std::vector<SignalValue>& values) = 0;
  /// The changes of one time. Requires `time` to be above every time before, and each signal to
  /// stand once at most. Throws `std::system_error` where the file cannot take them.
  virtual void write(WaveTime time, const SignalChange* first, std::size_t count) = 0;
  /// The waveform ends at `time`, which is not below any time before. Throws `std::system_error`.
  virtual void close(WaveTime time) = 0;
  /// Bytes that went to the file so far; less than a block may be waiting.
  virtual std::uint64_t bytes() const = 0;
};

}  // namespace sgdma::observe
