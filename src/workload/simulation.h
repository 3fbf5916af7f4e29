/// One run of a scenario.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "model/stand_ins.h"
#include "observe/timeline/timeline_options.h"
#include "observe/wave/wave_options.h"
#include "platform/bus_binding.h"
#include "platform/memory/fault_rule.h"
#include "types/control.h"
#include "workload/run_result.h"
#include "workload/scenario.h"

namespace sgdma::observe {
class ChosenTransfer;
class EngineWatcher;
}  // namespace sgdma::observe

namespace sgdma::workload {

/// What a run does besides simulating.
struct SimulationOptions {
  bool verify = true;                        ///< byte oracle and invariants
  std::optional<std::string> events;         ///< path of the event log
  bool events_beats = false;                 ///< with a line for every beat
  std::optional<observe::WaveOptions> wave;  ///< waveform
  std::optional<observe::TimelineOptions> timeline;
  observe::ChosenTransfer* diagram = nullptr;  ///< told what the transfers do
  observe::EngineWatcher* beside = nullptr;    ///< follows the engine
  std::optional<Cycle> max_cycles;             ///< stop at this edge
  bool run_ahead = true;  ///< step edges ahead of the kernel's time, where that changes nothing
  const std::atomic<int>* stop = nullptr;  ///< becomes non-zero where the user wants an end
  platform::BusBinding bind_bus;  ///< what stands between engine and memory; empty: nothing
  model::StandIns stand_ins;      ///< for parts of the engine
  /// Called now and then with the edge reached and the transfers finished so far.
  std::function<void(Cycle, std::uint64_t)> progress;
};

/// How far a run has come.
struct Progress {
  std::uint64_t beats = 0;   ///< moved
  std::uint64_t bursts = 0;  ///< begun
};

/// Elaborates the platform, runs it, and gathers the figures. One per process: SystemC elaborates
/// once. The result does not depend on the options, save what they add to it.
class Simulation {
 public:
  /// Throws `std::system_error` where an output cannot be opened, `std::bad_alloc` where the model
  /// does not fit into memory. `scenario` outlives the simulation.
  Simulation(const Scenario& scenario, const SimulationOptions& options);
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// Runs on from where it is to the end. Throws `OutOfMemory` where memory runs out, `ConfigError`
  /// where bulk stimulus that had not been checked before is wrong or a region is registered under
  /// a key that is in use.
  Ending run();

  /// Runs up to and including `edge`, or as far as anything happens. False where nothing is left to
  /// happen. Throws as `run` does.
  bool advance(Cycle edge);
  /// First edge at which something may happen; `kNever` where nothing is left to.
  Cycle next_edge() const;
  /// Beats and bursts of both directions so far.
  Progress so_far() const;
  /// Asks the engine for it, as software does: it takes effect at the next edge.
  void request(const ControlRequest& request);
  /// From now on host memory has this rule too. Returns its number.
  std::size_t arm(const platform::FaultRule& rule);
  /// How many beats a rule has struck.
  std::uint64_t strikes(std::size_t rule) const;
  /// This process has been forked off, between two edges: inputs are opened again at the place that
  /// was reached, since the parent's file position is shared otherwise. `events`: path of an event
  /// log of what follows. Throws as the constructor does.
  void branch(const std::optional<std::string>& events);

  /// Requires that `run` has returned. Refers to the simulation's statistics.
  RunResult result() const;
  /// What became of the waveform, where one was asked for. Requires that `run` has returned.
  std::optional<observe::WaveReport> wave_report() const;
  /// Likewise of the timeline.
  std::optional<observe::TimelineReport> timeline_report() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace sgdma::workload
