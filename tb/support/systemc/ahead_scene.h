/// One simulation, with run-ahead or step by step.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include <systemc>

#include "model/sgdma_engine.h"
#include "support/systemc/engine_parts.h"
#include "support/systemc/journal.h"
#include "support/systemc/probed_target.h"
#include "support/trace_recorder.h"

namespace sgdma::test {

enum class Stepping { kByStep, kAhead };

/// What a scene comes to.
struct SceneOutcome {
  std::uint64_t ahead = 0;         ///< edges stepped ahead of the kernel's time
  std::vector<std::string> lines;  ///< the journal, the engines' events, where time ends, an error
};

/// Engines of the contract's small configuration (words of 8 bytes, bursts of 4) on one target,
/// and neighbours. Time is in nanoseconds.
class AheadScene : public sc_core::sc_module {
 public:
  struct EngineOptions {
    std::string work;  ///< lines of a stimulus
    EngineParts::Timings timings{model::PartTiming::kEdges, model::PartTiming::kEdges,
                                 model::PartTiming::kEdges, model::PartTiming::kEdges,
                                 model::PartTiming::kEdges};
    double period = 1;
  };

  explicit AheadScene(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}

  model::SgdmaEngine& add_engine(const std::string& name, const EngineOptions& options);
  /// A thread.
  static void add_neighbour(const std::function<void()>& body);
  /// Writes down how many edges `engine` has stepped.
  void look(const std::string& who, const model::SgdmaEngine& engine);

  /// Runs from now to `end`, or until nothing is left to happen; ahead that is promised.
  void run(Stepping stepping, double end);
  /// Text for `outcome_of`.
  std::string text();

  Journal journal;
  ProbedTarget target{"target", journal};

 private:
  struct Engine {
    Engine(AheadScene& scene, const std::string& name, const EngineOptions& options);
    model::SgdmaEngine engine;
    EngineParts parts;
    TraceRecorder recorder;
  };

  std::deque<Engine> engines_;
  std::string error_;
};

/// Runs it in a process of its own.
SceneOutcome outcome_of(const std::function<std::string(Stepping)>& scene, Stepping stepping);

}  // namespace sgdma::test
