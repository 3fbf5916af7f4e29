/// The engine's modules on a test target, with transfers from a list.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <systemc>

#include "model/part.h"
#include "model/sgdma_engine.h"
#include "support/core_bench.h"
#include "support/systemc/base_protocol_checker.h"
#include "support/systemc/target_style.h"

namespace sgdma::test {

/// The twin of `CoreBench`: of its configuration it takes all but what only `FakeMemory` can do.
/// Clock period 1 ns. Both buses are held to the base protocol. One elaboration a process.
class EngineBench : public sc_core::sc_module {
 public:
  /// Latencies and faults of the target are those of `config.memory`, the rest is `script`'s.
  EngineBench(const sc_core::sc_module_name& name, const CoreBenchConfig& config,
              const std::vector<TimedRequest>& work, TargetStyle style, TargetScript script = {});

  const std::vector<TraceEvent>& events() const { return recorder_.events(); }
  const FakePayload& payload() const { return payload_; }
  /// What has not come back; empty where all has.
  std::string leaks() const;

  const std::unique_ptr<TestTarget> target;
  BaseProtocolChecker read_rules{"read_rules"};
  BaseProtocolChecker write_rules{"write_rules"};
  model::SgdmaEngine engine;

 private:
  /// At time 0.
  void ask();

  std::vector<TimedControl> control_;
  FakeWorkSource source_;
  FakePayload payload_;
  FakeCompletionReader reader_;
  TraceRecorder recorder_;
  model::PartExport<core::WorkSource> work_{"work", model::PartTiming::kEdges};
  model::PartExport<core::CompletionReader> completions_{"completions", model::PartTiming::kEdges};
  model::PartExport<core::PayloadSink> payload_out_{"payload_out", model::PartTiming::kEdges};
  model::PartExport<core::PayloadSource> payload_in_{"payload_in", model::PartTiming::kEdges};
};

}  // namespace sgdma::test
