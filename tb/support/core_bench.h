/// The engine's cycle-level parts, put together without a kernel, on a fake platform.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/pipeline.h"
#include "support/fake_completion_reader.h"
#include "support/fake_control_client.h"
#include "support/fake_memory.h"
#include "support/fake_page_lists.h"
#include "support/fake_payload.h"
#include "support/fake_work_source.h"
#include "support/trace_recorder.h"

namespace sgdma::test {

/// Steps every edge, or only those that `Pipeline::next_edge` names.
enum class RunMode { kEveryEdge, kEventsOnly };

/// A control request that takes effect at an edge.
struct TimedControl {
  Cycle edge = 0;
  ControlRequest request;
};

/// An engine and what stands around it.
struct CoreBenchConfig {
  EngineConfig engine;
  QueuePairConfigs queue_pairs;  ///< missing ones have weight 1, priority 0
  FakeMemoryConfig memory;
  std::function<bool(Cycle)> completion_taken_at;  ///< see `FakeCompletionReader`
  std::vector<TimedControl> control;
};

/// The small configuration of the contract's traces: bus word 8 bytes, 4 slots, 4 queue pairs,
/// bursts of 32 bytes, 4 read bursts, in order per slot.
CoreBenchConfig contract_config(Cycle read_latency, Cycle write_latency, bool posted_writes);

/// One run of one stimulus. Everything of it can be looked at afterwards.
class CoreBench {
 public:
  CoreBench(CoreBenchConfig config, std::vector<TimedRequest> work);

  /// Runs until all work is done and its completions are taken. Throws `std::runtime_error` where
  /// that has not happened by edge `limit`, or no edge is left at which anything could happen.
  void run(RunMode mode, Cycle limit = 1000000);

  /// Runs on up to and including edge `last`, where the engine waits for nothing but late answers.
  void run_on(RunMode mode, Cycle last);

  /// Before the run: `observer` is told everything, and `events` stays empty.
  void watch_with(Observer& observer) { watch_ = {&observer, &observer}; }

  /// Likewise: `observer` is told what each edge comes to.
  void watch_edges(core::EdgeObserver& observer) { watch_.edges = &observer; }

  const std::vector<TraceEvent>& events() const { return recorder_.events(); }
  const CoreBenchConfig& config() const { return config_; }
  const std::vector<TimedRequest>& work() const { return source_.work(); }
  const core::Pipeline& pipeline() const { return pipeline_; }
  const core::GatherChannel& gather() const { return gather_; }
  const core::ScatterChannel& scatter() const { return scatter_; }
  const core::PayloadEgress& egress() const { return egress_; }
  const core::PayloadIngress& ingress() const { return ingress_; }
  const FakeMemory& memory() const { return memory_; }
  const FakePayload& payload() const { return payload_; }
  const FakeCompletionReader& reader() const { return reader_; }
  const core::WorkQueues& queues() const { return queues_; }
  const FakeControlClient& client() const { return client_; }
  const core::KeyPort& keys() const { return keys_; }

  /// What has not come back at the end of a run: slots, tags, ids, credits, locks, requests, beats.
  /// Empty where all has.
  std::string leaks() const;

 private:
  bool finished() const { return pipeline_.idle() && source_.next_edge() == kNever; }

  CoreBenchConfig config_;
  core::Watch watch_;
  TraceRecorder recorder_;
  FakeWorkSource source_;
  FakeMemory memory_;
  FakePayload payload_;
  FakeCompletionReader reader_;
  core::FlatInFlightTable table_;
  core::Transfers transfers_;
  core::RegionGate gate_;
  core::KeyPort keys_;
  core::FirstUnits first_units_;
  core::SlotUnits slot_units_;
  core::PolicySlotArbiter arbiter_;
  core::WorkQueues queues_;
  core::CompletionPort completions_;
  core::Retirement retirement_;
  core::PayloadEgress egress_;
  core::PayloadIngress ingress_;
  core::GatherChannel gather_;
  core::ScatterChannel scatter_;
  core::Teardown teardown_;
  core::Deregistrations deregistrations_;
  core::Control control_;
  FakeControlClient client_;
  FakePageLists page_lists_;
  core::Pipeline pipeline_;
};

}  // namespace sgdma::test
