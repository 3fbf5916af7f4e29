/// A second engine on the memory of the first.
#pragma once

#include <cstdint>
#include <vector>

#include <systemc>

#include "model/sgdma_engine.h"
#include "support/fake_work_source.h"
#include "support/scenario_random.h"
#include "support/systemc/engine_parts.h"
#include "support/systemc/neighbour_log.h"
#include "support/trace_recorder.h"

namespace sgdma::test {

/// Random work on a small engine with a clock of its own. Its parts go by edges or by the kernel's
/// time, each as the seed has it: those of the second kind write down when they are called. A
/// process resets it now and then.
class EngineNeighbour : public sc_core::sc_module {
 public:
  EngineNeighbour(const sc_core::sc_module_name& name, std::uint64_t seed,
                  const model::SgdmaEngine& beside, NeighbourLog& log);

  /// Writes down what it has done. To be called at the end.
  void report();

 private:
  void start_of_simulation() override;
  void reset();
  static EngineConfig random_config(ScenarioRandom& random, const EngineConfig& beside);
  static sc_core::sc_time random_period(ScenarioRandom& random, const sc_core::sc_time& beside);
  static std::vector<TimedRequest> random_work(ScenarioRandom& random);
  static EngineParts::Timings random_timings(ScenarioRandom& random);

  ScenarioRandom random_;
  NeighbourLog& log_;

 public:
  model::SgdmaEngine engine;

 private:
  std::uint64_t resets_left_;
  EngineParts::Timings timings_;
  EngineParts parts_;
  TraceRecorder recorder_;
  sc_core::sc_event reset_event_;
};

}  // namespace sgdma::test
