/// An engine's signals in somebody's own SystemC trace file.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <systemc>

#include "core/edge_observer.h"
#include "model/sgdma_engine.h"
#include "observe/edge_observer_list.h"
#include "observe/observer_list.h"
#include "observe/signals/engine_signals.h"

namespace sgdma::observe {

/// Keeps variables that hold what the engine's signals show, for the trace file to sample; what is
/// not driven is 0. At the end of elaboration it attaches itself beside the observers that the
/// engine has by then.
///
/// Timing: the variables change at the engine's edges. What lasts one edge goes back with the next,
/// so after an edge at which something happened the module wakes once more, one period later; a
/// simulation that ends for want of activity ends that much later. No edge of the engine moves.
class EngineTrace final : public sc_core::sc_module, private core::EdgeObserver {
 public:
  /// `file` and `engine` outlive the simulation; `prefix` stands before each name.
  EngineTrace(const sc_core::sc_module_name& name, sc_core::sc_trace_file* file,
              model::SgdmaEngine& engine, const std::string& prefix);

 private:
  void on_edge(Cycle now, const core::EdgeSignals& signals) override;
  void end_of_elaboration() override;
  void start_of_simulation() override;
  void register_with(sc_core::sc_trace_file* file, const std::string& prefix);
  void settle();
  void take();
  /// One period from now.
  void wake();

  model::SgdmaEngine& engine_;
  SignalBoard board_;
  EngineSignals signals_;
  ObserverList observers_;
  ObserverList beat_observers_;
  EdgeObserverList edge_observers_;
  std::vector<sc_dt::uint64> numbers_;  ///< by `SignalId`
  std::unique_ptr<bool[]> bits_;        ///< by `SignalId`; of signals of one bit
  sc_core::sc_event settle_;
  Cycle edge_ = 0;  ///< that was stepped last
};

}  // namespace sgdma::observe

namespace sgdma::model {

/// Traces all signals of an engine below `name`: the same as in the waveforms of the command line,
/// but for what stands around the engine, and with queue pairs by their `QpIndex`. Call it before
/// the simulation starts, and attach other observers before that as well. Stands in the engine's
/// namespace, where a call like `sc_trace(file, engine, "engine")` looks for it.
void sc_trace(sc_core::sc_trace_file* file, SgdmaEngine& engine, const std::string& name);

}  // namespace sgdma::model
