/// The one process that steps the edges of all engines of a simulation.
#pragma once

#include <memory>
#include <vector>

#include <systemc>

#include "model/engine_clock.h"

namespace sgdma::model {

/// The time of an edge that never comes.
inline constexpr Ticks kNoEdge = ~Ticks{0};

/// What the stepper drives.
class SteppedEngine {
 public:
  SteppedEngine() = default;
  SteppedEngine(const SteppedEngine&) = delete;
  SteppedEngine& operator=(const SteppedEngine&) = delete;
  virtual ~SteppedEngine() = default;

  /// Steps the edge at the current time, which is `now`. Returns the time of the next edge at which
  /// something can happen as far as is known, or `kNoEdge`.
  virtual Ticks step_edge(Ticks now) = 0;
};

/// Asleep while no engine has an edge to step. Edges come last at their instant: while other
/// activity is pending at it, the process notifies itself again. Engines that share an instant are
/// stepped in the order of their construction.
class EdgeStepper {
 public:
  /// An engine's place with the stepper.
  struct Place {
    SteppedEngine* engine = nullptr;
    Ticks next = kNoEdge;  ///< time of its next edge
  };

  /// The stepper of the current simulation, shared by its engines. The first engine that asks runs
  /// its process: `leads` is set for that one.
  static std::shared_ptr<EdgeStepper> of_simulation(bool& leads);
  ~EdgeStepper() = default;
  EdgeStepper(const EdgeStepper&) = delete;
  EdgeStepper& operator=(const EdgeStepper&) = delete;

  void join(SteppedEngine& engine);
  /// An engine is gone.
  void leave(SteppedEngine& engine);
  /// The engine has an edge to step at `time`, if none before.
  void wake_at(SteppedEngine& engine, Ticks time);

  /// The process's body.
  void run();
  const sc_core::sc_event& wake_event() const { return wake_; }

 private:
  EdgeStepper() = default;

  std::vector<Place> places_;
  Interval interval_{0};
  sc_core::sc_event wake_{"sgdma_edge"};
};

}  // namespace sgdma::model
