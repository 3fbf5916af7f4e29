/// How far edges are stepped ahead of the kernel's time.
#pragma once

#include <cstdint>

#include <systemc>

#include "model/engine_clock.h"

namespace sgdma::model {

/// A wake by the kernel costs ten times a transport call, so the process that steps the edges steps
/// on within one wake where that changes nothing: edges before the next activity that the kernel
/// has pending, and before the time up to which whoever runs the simulation has promised not to act
/// from outside of it. The end of `sc_start` is no pending activity, so without a promise there is
/// none of this. Calls that leave meanwhile are annotated with the lead.
///
/// Invariant: what runs at time t, another process or who called `sc_start`, finds that no edge at
/// or after t has been stepped.
class RunAhead {
 public:
  RunAhead() = default;
  RunAhead(const RunAhead&) = delete;
  RunAhead& operator=(const RunAhead&) = delete;

  /// Nobody outside of the simulation acts before `time`, or reads what is there.
  void promise(Ticks time) { promised_ = time; }
  /// Edges will mostly be this far from each other.
  void expect(Ticks period) { interval_ = Interval(period); }
  /// From now on each edge is stepped at its own time.
  void turn_off() { off_ = true; }

  /// The edges at the kernel's time `now` have been stepped: finds how far it may go.
  void begin(Ticks now);
  /// Whether an edge at `time` may be stepped within this wake.
  bool reaches(Ticks time) const { return time < limit_; }
  /// The first time that may not.
  Ticks limit() const { return limit_; }
  /// That many edges have been stepped ahead.
  void count(std::uint32_t edges) { stepped_ += edges; }
  /// The edge at `time` is stepped next. Requires `reaches(time)`.
  void lead_to(Ticks time) {
    edge_ = time;
    lead_ = interval_.of(time - now_);
  }
  /// The wake is over. Returns the time of the last edge that it stepped.
  Ticks end();

  /// How far the edge that is being stepped lies ahead of the kernel's time: what calls that leave
  /// the engine are annotated with.
  const sc_core::sc_time& lead() const { return lead_; }
  /// Calls have left through `socket`. What they made pending is not before their own time, else it
  /// is an error, `/sgdma/bus/past`.
  void called(const sc_core::sc_object& socket) {
    if (lead_.value() != 0) {
      look_again(socket);
    }
  }
  /// Time of the latest edge that was stepped ahead of the kernel; 0 if none was.
  Ticks edge() const { return edge_; }
  /// How many edges have been stepped ahead of the kernel.
  std::uint64_t stepped() const { return stepped_; }
  /// `what` is for a time before an edge that has been stepped: an error, `/sgdma/bus/past`.
  [[gnu::cold, gnu::noinline]] static void report_past(const sc_core::sc_object& who,
                                                       const char* what);

 private:
  /// The limit where the kernel has something to do at `next`.
  Ticks before(Ticks next) const;
  void look_again(const sc_core::sc_object& socket);
  /// When the kernel has something to do next; the end of time if never.
  Ticks next_activity() const;

  bool off_ = false;
  Ticks promised_ = 0;
  Ticks now_ = 0;    ///< the kernel's time, in a wake
  Ticks limit_ = 0;  ///< of this wake
  Ticks edge_ = 0;
  std::uint64_t stepped_ = 0;
  std::uint32_t futile_ = 0;   ///< wakes in a row that stepped nothing ahead
  std::uint32_t resting_ = 0;  ///< wakes for which it is not tried
  Interval interval_{0};
  sc_core::sc_time lead_ = sc_core::SC_ZERO_TIME;
};

}  // namespace sgdma::model
