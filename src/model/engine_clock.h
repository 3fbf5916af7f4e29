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
  /// Requires a period of one unit or more.
  explicit EngineClock(const sc_core::sc_time& period)
      : period_(period.value()), last_edge_(period_ == 0 ? 0 : ~Ticks{0} / period_ - 1) {}

  Ticks period() const { return period_; }
  /// Time of edge n.
  Ticks time_of(Cycle edge) const { return edge * period_; }
  /// The last edge that simulation time can express, with one to spare behind it.
  Cycle last_edge() const { return last_edge_; }
  /// The last edge at or before `time`.
  Cycle edge_at(Ticks time) const { return time / period_; }
  /// The first edge strictly after `time`: where what arrives at `time` is sampled.
  Cycle edge_after(Ticks time) const { return time / period_ + 1; }

 private:
  Ticks period_;
  Cycle last_edge_;
};

/// As `EngineClock::edge_after`, and without a division for a time that comes less than two periods
/// after that of the edge before the last answer, as most do that rise.
class RisingEdges {
 public:
  explicit RisingEdges(const EngineClock& clock) : clock_(clock) {}

  Cycle after(Ticks time) {
    const Ticks since = time - time_;  // large for a time before
    if (since >= clock_.period()) {
      step(since, time);
    }
    return edge_ + 1;
  }

 private:
  void step(Ticks since, Ticks time) {
    if (since < 2 * clock_.period()) {
      ++edge_;
      time_ += clock_.period();
    } else {
      edge_ = clock_.edge_at(time);
      time_ = clock_.time_of(edge_);
    }
  }

  const EngineClock& clock_;
  Cycle edge_ = 0;  ///< the last at or before the time asked for last
  Ticks time_ = 0;  ///< of that edge
};

/// The current simulation time.
inline Ticks now_ticks() { return sc_core::sc_get_curr_simcontext()->time_stamp().value(); }

/// Intervals as the kernel has them. Its conversion checks more than is needed here, and most
/// intervals are the one before or that and a step more, so the last one is remembered.
class Interval {
 public:
  explicit Interval(Ticks step) : step_(sc_core::sc_time::from_value(step)) {}

  const sc_core::sc_time& of(Ticks ticks) {
    if (ticks == time_.value() + step_.value()) {
      time_ += step_;
    } else if (ticks != time_.value()) {
      time_ = sc_core::sc_time::from_value(ticks);
    }
    return time_;
  }

 private:
  sc_core::sc_time step_;
  sc_core::sc_time time_ = sc_core::SC_ZERO_TIME;
};

/// From now to `time`, which is not in the past.
inline sc_core::sc_time until(Ticks time) {
  return sc_core::sc_time::from_value(time - now_ticks());
}

}  // namespace sgdma::model
