/// The engine with everything that stands around it.
#pragma once

#include <vector>

#include <systemc>

#include "model/part.h"
#include "model/sgdma_engine.h"
#include "platform/bus_binding.h"
#include "platform/control_event.h"
#include "platform/control_triggers.h"
#include "platform/cqe_generator.h"
#include "platform/memory/host_memory.h"
#include "platform/payload_ends.h"
#include "platform/pending_atomics.h"
#include "platform/platform_config.h"
#include "platform/qp_control.h"
#include "platform/queue_pair_list.h"
#include "platform/region.h"
#include "platform/region_table.h"
#include "platform/work_intake.h"
#include "platform/work_observer.h"

namespace sgdma::platform {

/// What a platform is built from.
struct PlatformConfig {
  EngineConfig engine;
  TargetConfig target;
  std::uint32_t max_backlog = 0;  ///< transfers under way; 0: unlimited
  HostMemoryConfig memory;
  CompletionQueueConfig completion_queue;
  Picoseconds clock_period = 1000;
  std::vector<Region> regions;
  QueuePairList queue_pairs;      ///< sorted by number, one or more
  bool error_on_failure = false;  ///< a failure brings its queue pair into ERR
  std::vector<ControlEventConfig> events;
  BusBinding bind_bus;        ///< empty: socket to socket
  model::StandIns stand_ins;  ///< for parts of the engine
};

/// Host memory on both sockets of the engine, producers for its queue pairs, payload ends, and the
/// CQE generator stub. Only the memory and the engine have processes; the others are asked at the
/// engine's edges.
class Platform : public sc_core::sc_module {
 public:
  /// `stream`, `observer` and `listener` (which may be nullptr) outlive the platform. A time
  /// resolution above 1 ps is an error, `/sgdma/platform/time_resolution`.
  Platform(const sc_core::sc_module_name& name, const PlatformConfig& config,
           WorkItemStream& stream, WorkObserver* observer, WorkListener* listener = nullptr);

  HostMemory host_memory;
  model::SgdmaEngine engine;

  /// Beats that events wait for. To be told of beats, unless it is empty.
  ControlTriggers& triggers() { return triggers_; }
  const WorkIntake& intake() const { return intake_; }
  const CqeGenerator& cqe_generator() const { return cqes_; }
  const PayloadEnds& payload_ends() const { return ends_; }
  /// Whether all work has been taken in and finished, and every CQE is written.
  bool done() const {
    return intake_.exhausted() && engine.pipeline().idle() && cqes_.waiting() == 0;
  }

 private:
  /// To the engine's control interface.
  class Door final : public ControlDoor {
   public:
    explicit Door(model::SgdmaEngine& engine) : engine_(engine) {}
    void ask_after(Cycle now, const ControlRequest& request) override {
      engine_.request_at(now + 1, request);
    }

   private:
    model::SgdmaEngine& engine_;
  };

  void start_of_simulation() override;

  std::vector<ControlEventConfig> events_;
  Picoseconds period_;
  Door door_;
  QueuePairList queue_pairs_;
  RegionTable regions_;
  TargetConfig target_;
  PendingAtomics atomics_;
  CqeGenerator cqes_;
  WorkIntake intake_;
  PayloadEnds ends_;
  QpControl control_;
  ControlTriggers triggers_;
  model::PartExport<core::ControlClient> control_client_{"control_client",
                                                         model::PartTiming::kEdges};
  model::PartExport<core::PageLists> page_lists_{"page_lists", model::PartTiming::kEdges};
  model::PartExport<core::WorkSource> producers_{"producers", model::PartTiming::kEdges};
  model::PartExport<core::CompletionReader> cqe_generator_{"cqe_generator",
                                                           model::PartTiming::kEdges};
  model::PartExport<core::PayloadSink> payload_out_{"payload_out", model::PartTiming::kEdges};
  model::PartExport<core::PayloadSource> payload_in_{"payload_in", model::PartTiming::kEdges};
};

}  // namespace sgdma::platform
