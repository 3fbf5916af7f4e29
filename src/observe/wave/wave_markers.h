/// The places in a waveform that a reader is led to, as many as a viewer names.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include "observe/wave/wave_marker.h"

namespace sgdma::observe {

/// Holds `kMost` markers at most, however many are added. The first ones count; before a trigger
/// fires, the last ones do.
class WaveMarkers {
 public:
  /// GTKWave names its markers A to Z.
  static constexpr std::size_t kMost = 26;

  /// Those of edges before `from` do not count.
  explicit WaveMarkers(Cycle from) : from_(from) {}

  /// From now on the last ones count, until `fire`.
  void await_trigger() { waiting_ = true; }
  /// The waveform begins with edge `from`; from now on the first ones count.
  void fire(Cycle from);

  /// Edges do not fall.
  void add(Cycle edge, std::string text);
  /// Those of the edges `first` to `last`.
  std::vector<WaveMarker> within(Cycle first, Cycle last) const;

 private:
  Cycle from_;
  bool waiting_ = false;
  std::deque<WaveMarker> markers_;
};

}  // namespace sgdma::observe
