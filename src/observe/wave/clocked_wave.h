/// Changes by edge of the clock on their way into a waveform file.
#pragma once

#include <cstdint>
#include <vector>

#include "observe/wave/wave_file.h"
#include "types/cycle.h"

namespace sgdma::observe {

/// Adds the clock, which rises with every edge, and knows when the file is as large as it may be.
class ClockedWave {
 public:
  /// `limit` in bytes: the file is closed with the first edge after it has grown to it; 0: none.
  ClockedWave(WaveFile& file, WaveScale scale, SignalId clock, std::uint64_t limit)
      : file_(file), scale_(scale), clock_(clock), limit_(limit) {}

  /// Creates the file; it begins with edge `first`, which leaves these values.
  void begin(Cycle first, const std::vector<SignalValue>& values);
  /// What edge `now` changes. Requires `begin`, and edges to rise.
  void write(Cycle now, const SignalChange* first, std::size_t count);
  /// Ends the file with the cycle of edge `last`. Does nothing where it has ended.
  void end(Cycle last);

  bool begun() const { return begun_; }
  bool ended() const { return ended_; }
  /// Whether the file ended because of its size.
  bool full() const { return full_; }
  Cycle first() const { return first_; }
  Cycle last() const { return last_; }
  /// Changes in the file besides those of the clock and the values at its beginning.
  std::uint64_t changes() const { return changes_; }
  std::uint64_t bytes() const { return file_.bytes(); }
  WaveScale scale() const { return scale_; }
  WaveTime time_of(Cycle edge) const { return edge * scale_.units_a_cycle; }

 private:
  void tick_to(Cycle edge);
  void fall();

  WaveFile& file_;
  WaveScale scale_;
  SignalId clock_;
  std::uint64_t limit_;
  std::vector<SignalChange> edge_;
  bool begun_ = false;
  bool ended_ = false;
  bool full_ = false;
  Cycle first_ = 0;
  Cycle last_ = 0;
  std::uint64_t changes_ = 0;
};

}  // namespace sgdma::observe
