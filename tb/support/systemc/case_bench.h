/// The engine on a test target, with the platform's producers and CQE generator. Both buses are
/// held to the base protocol.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <systemc>

#include "model/part.h"
#include "model/sgdma_engine.h"
#include "observe/observer_list.h"
#include "platform/cqe_generator.h"
#include "platform/region_table.h"
#include "platform/work_intake.h"
#include "platform/work_observer.h"
#include "support/fake_payload.h"
#include "support/systemc/base_protocol_checker.h"
#include "support/systemc/target_style.h"
#include "support/trace_recorder.h"

namespace sgdma::test {

/// Address and bytes of an SGE. The one region maps 4 GiB of addresses to themselves.
using CaseSges = std::vector<std::pair<std::uint64_t, std::uint32_t>>;

struct CaseBenchConfig {
  EngineConfig engine;
  TargetScript target;
  /// Makes the target; empty: one of four phases.
  std::function<std::unique_ptr<TestTarget>(const sc_core::sc_module_name&, const TargetScript&)>
      make_target;
  std::uint32_t queue_pairs = 1;  ///< numbered from 0
  std::uint32_t path_mtu = 4096;
};

/// Clock period 1 ns. Work is added before the simulation starts, in order of time. One elaboration
/// a process: a test may have several benches, all made before the first of them runs.
class CaseBench : public sc_core::sc_module, private Observer, private platform::WorkObserver {
 public:
  CaseBench(const sc_core::sc_module_name& name, const CaseBenchConfig& config);

  /// A SEND, which intake takes at edge `at`.
  void gather(Cycle at, std::uint32_t qp, const CaseSges& sges);
  /// A receive and the SEND that fills it.
  void scatter(Cycle at, std::uint32_t qp, const CaseSges& sges);

  /// Whether all work is done and its CQEs are written.
  bool done() const;
  /// What has not come back at the end: slots, tags, ids, credits, payloads. Empty where all has.
  std::string leaks() const;

  const std::vector<TraceEvent>& events() const { return recorder_.events(); }
  std::vector<TraceEvent> events(TraceKind kind) const;
  std::vector<Cycle> edges(TraceKind kind) const;
  /// All of them, as "edge event".
  std::vector<std::string> log() const;
  const std::vector<std::pair<Cycle, platform::CompletionQueueEntry>>& cqes() const {
    return cqes_;
  }
  const FakePayload& payload() const { return payload_; }
  /// What the addresses hold now.
  std::vector<std::uint8_t> memory(std::uint64_t address, std::uint32_t bytes);

  const std::unique_ptr<TestTarget> owned_target;
  TestTarget& target = *owned_target;
  BaseProtocolChecker read_rules{"read_rules"};
  BaseProtocolChecker write_rules{"write_rules"};
  model::SgdmaEngine engine;
  std::function<void()> when_freed;  ///< called as an entry goes
  std::function<void()> when_cqe;    ///< called as a CQE is written

 private:
  struct Work : platform::WorkItemStream {
    const platform::WorkItem* peek() override { return items.empty() ? nullptr : &items.front(); }
    void pop() override { items.pop_front(); }
    std::deque<platform::WorkItem> items;
  };

  void on_free(Cycle, SlotIndex, const InFlightEntry&) override;
  void on_cqe(Cycle now, const platform::CompletionQueueEntry& entry) override;
  void add(Cycle at, std::uint32_t qp, const platform::WorkQueueElement& wqe);

  platform::QueuePairList numbered_;
  platform::QueuePairList queue_pairs_;
  platform::TargetConfig checks_;
  platform::RegionTable regions_;
  platform::PendingAtomics atomics_;
  platform::CqeGenerator generator_;
  Work work_;
  platform::WorkIntake intake_;
  FakePayload payload_;
  TraceRecorder recorder_;
  observe::ObserverList observers_;
  std::vector<std::pair<Cycle, platform::CompletionQueueEntry>> cqes_;
  model::PartExport<core::WorkSource> producers_{"producers", model::PartTiming::kEdges};
  model::PartExport<core::CompletionReader> cqe_generator_{"cqe_generator",
                                                           model::PartTiming::kEdges};
  model::PartExport<core::PayloadSink> payload_out_{"payload_out", model::PartTiming::kEdges};
  model::PartExport<core::PayloadSource> payload_in_{"payload_in", model::PartTiming::kEdges};
};

/// Runs all benches until nothing is left to happen, or to edge `limit`.
void run_benches(Cycle limit = 1000000);

}  // namespace sgdma::test
