/// One run of a scenario.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "observe/wave/wave_options.h"
#include "platform/bus_binding.h"
#include "workload/run_result.h"
#include "workload/scenario.h"

namespace sgdma::observe {
class ChosenTransfer;
}

namespace sgdma::workload {

/// What a run does besides simulating.
struct SimulationOptions {
  bool verify = true;                          ///< byte oracle and invariants
  std::optional<std::string> events;           ///< path of the event log
  bool events_beats = false;                   ///< with a line for every beat
  std::optional<observe::WaveOptions> wave;    ///< waveform
  observe::ChosenTransfer* diagram = nullptr;  ///< told what the transfers do
  std::optional<Cycle> max_cycles;             ///< stop at this edge
  const std::atomic<int>* stop = nullptr;      ///< becomes non-zero where the user wants an end
  platform::BusBinding bind_bus;  ///< what stands between engine and memory; empty: nothing
  /// Called now and then with the edge reached and the transfers finished so far.
  std::function<void(Cycle, std::uint64_t)> progress;
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

  /// Throws `OutOfMemory` where memory runs out, `ConfigError` where bulk stimulus that had not
  /// been checked before is wrong.
  Ending run();
  /// Requires that `run` has returned. Refers to the simulation's statistics.
  RunResult result() const;
  /// What became of the waveform, where one was asked for. Requires that `run` has returned.
  std::optional<observe::WaveReport> wave_report() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace sgdma::workload
