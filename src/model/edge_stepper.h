/// The one process that steps the edges of all engines of a simulation.
#pragma once

#include <memory>
#include <vector>

#include <systemc>

#include "model/engine_clock.h"
#include "model/run_ahead.h"

namespace sgdma::model {

/// The time of an edge that never comes.
inline constexpr Ticks kNoEdge = ~Ticks{0};

/// An edge to come.
struct NextEdge {
  Ticks time = kNoEdge;   ///< or `kNoEdge`
  bool own_time = false;  ///< it may call what goes by the kernel's time, so it waits for its own
};

/// What the stepper drives.
class SteppedEngine {
 public:
  SteppedEngine() = default;
  SteppedEngine(const SteppedEngine&) = delete;
  SteppedEngine& operator=(const SteppedEngine&) = delete;
  virtual ~SteppedEngine() = default;

  /// Steps the edge at `now`. Returns the next one at which something can happen as far as is
  /// known.
  virtual NextEdge step_edge(Ticks now) = 0;
  /// Steps the edge at `time`, and on from there as far as `ahead` reaches, before `others`: edges
  /// of other engines, which may come nearer meanwhile. Requires that `ahead` reaches `time`.
  virtual NextEdge go_ahead(Ticks time, const Ticks& others, RunAhead& ahead) = 0;
};

/// Asleep while no engine has an edge to step. Edges come last at their instant: while other
/// activity is pending at it, the process notifies itself again. Engines that share an instant are
/// stepped in the order of their construction, and what one of them sets off at it comes before the
/// next. Within one wake edges are stepped on while
/// `RunAhead` allows; the kernel's time follows to the last edge that was stepped, at the latest
/// with the wake for the next.
class EdgeStepper {
 public:
  /// An engine's place with the stepper.
  struct Place {
    SteppedEngine* engine = nullptr;
    NextEdge next;

    /// It knows of this edge, and perhaps of an earlier one.
    void join(const NextEdge& known) {
      if (known.time <= next.time) {
        next = known;
      }
    }
  };

  /// The stepper of the current simulation, shared by its engines. The first engine that asks runs
  /// its process: `leads` is set for that one.
  static std::shared_ptr<EdgeStepper> of_simulation(bool& leads);
  ~EdgeStepper() = default;
  EdgeStepper(const EdgeStepper&) = delete;
  EdgeStepper& operator=(const EdgeStepper&) = delete;

  /// `period` of its clock.
  void join(SteppedEngine& engine, Ticks period);
  /// An engine is gone.
  void leave(SteppedEngine& engine);
  /// The engine has an edge to step at `time`, if none before.
  void wake_at(SteppedEngine& engine, Ticks time);

  /// The process's body.
  void run();
  const sc_core::sc_event& wake_event() const { return wake_; }
  RunAhead& run_ahead() { return run_ahead_; }

 private:
  EdgeStepper() = default;

  /// Whether an edge may be stepped ahead of its time at all.
  static bool may_lead(const NextEdge& next);
  /// Steps the edges at the kernel's time `now`, as long as nothing else is pending at it. Returns
  /// whether all are stepped.
  bool step_edges(Ticks now);
  /// The place whose edge comes next, the first of those; finds `others_`. Requires an engine.
  Place& earliest();

  std::vector<Place> places_;
  RunAhead run_ahead_;
  Ticks others_ = kNoEdge;  ///< edges of all but the engine that goes ahead
  bool stepping_ = false;
  Interval interval_{0};
  sc_core::sc_event wake_{"sgdma_edge"};
};

}  // namespace sgdma::model
