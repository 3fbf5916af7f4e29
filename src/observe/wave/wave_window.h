/// Which part of a run goes into the waveform.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/ring_queue.h"
#include "observe/wave/clocked_wave.h"

namespace sgdma::observe {

/// Either the edges `from` to `to`, or those within `margin` cycles of what the trigger fires on.
/// Before the file begins, the values as they are at its beginning are kept, and with a trigger the
/// changes of the last `margin` cycles; nothing else.
class WaveWindow {
 public:
  /// `to` is included; `kNever` where the run's end is the end.
  WaveWindow(ClockedWave& wave, Cycle from, Cycle to);
  /// Opens when `fire` is called.
  WaveWindow(ClockedWave& wave, Cycle margin);

  /// The values from which changes count, and the edge that left them.
  void start(std::vector<SignalValue> values);
  /// What edge `now` changes.
  void edge(Cycle now, const std::vector<SignalChange>& changes);
  /// The trigger fires at edge `now`, whose changes have come.
  void fire(Cycle now);
  /// What fired is over at edge `now`, whose changes have come.
  void release(Cycle now);
  /// The run ends with the cycle of edge `last`.
  void end(Cycle last);
  /// Nothing more will be written.
  bool closed() const { return wave_.ended(); }

 private:
  struct Held {
    Cycle edge = 0;
    SignalChange change;
  };

  void hold(Cycle now, const std::vector<SignalChange>& changes);
  void apply(const SignalChange& change) {
    values_[static_cast<std::size_t>(change.signal)] = change.value;
  }
  /// Writes what is held, as a waveform that begins with edge `first`.
  void replay(Cycle first);

  ClockedWave& wave_;
  Cycle from_ = 0;
  Cycle to_ = kNever;
  std::optional<Cycle> margin_;  ///< of a trigger that has not fired
  Cycle margin_after_ = 0;
  std::vector<SignalValue> values_;  ///< before what is held
  core::RingQueue<Held> held_;
  std::vector<SignalChange> edge_;
};

}  // namespace sgdma::observe
