/// Edges of the engine's clock in simulation time.
#pragma once

#include <cstdint>

#include <systemc>

#include "types/cycle.h"

namespace sgdma::model {

/// Simulation time as a whole number of time resolution units.
using Ticks = std::uint64_t;

/// Edge n is at time n x period. The period is a whole number of the simulation's time resolution.
class EngineClock {
 public:
  explicit EngineClock(const sc_core::sc_time& period) : period_(period.value()) {}

  Ticks period() const { return period_; }
  /// Time of edge n.
  Ticks time_of(Cycle edge) const { return edge * period_; }
  /// The last edge at or before `time`.
  Cycle edge_at(Ticks time) const { return time / period_; }
  /// The first edge strictly after `time`: where what arrives at `time` is sampled.
  Cycle edge_after(Ticks time) const { return time / period_ + 1; }

  /// How far the edge that is being stepped lies ahead of the kernel's time: what calls that leave
  /// the engine are annotated with.
  const sc_core::sc_time& lead() const { return lead_; }

 private:
  Ticks period_;
  sc_core::sc_time lead_ = sc_core::SC_ZERO_TIME;
};

/// The current simulation time.
inline Ticks now_ticks() { return sc_core::sc_time_stamp().value(); }

/// Interval of `ticks`. The kernel checks more than a conversion needs, so the last one is
/// remembered: most intervals come again and again.
class Interval {
 public:
  const sc_core::sc_time& of(Ticks ticks) {
    if (ticks != ticks_) {
      ticks_ = ticks;
      time_ = sc_core::sc_time::from_value(ticks);
    }
    return time_;
  }

 private:
  Ticks ticks_ = 0;
  sc_core::sc_time time_ = sc_core::SC_ZERO_TIME;
};

/// From now to `time`, which is not in the past.
inline sc_core::sc_time until(Ticks time) {
  return sc_core::sc_time::from_value(time - now_ticks());
}

}  // namespace sgdma::model
