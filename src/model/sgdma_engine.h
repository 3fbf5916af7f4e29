/// The scatter-gather DMA engine.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <systemc>
#include <tlm>

#include "core/control.h"
#include "core/deregistrations.h"
#include "core/outside_parts.h"
#include "core/pipeline.h"
#include "core/teardown.h"
#include "core/work_source.h"
#include "model/completion_port.h"
#include "model/edge_stepper.h"
#include "model/engine_clock.h"
#include "model/gather_channel.h"
#include "model/in_flight_table.h"
#include "model/key_cache.h"
#include "model/memory_bus_initiator.h"
#include "model/part.h"
#include "model/scatter_channel.h"
#include "model/slot_arbiter.h"
#include "model/stand_ins.h"
#include "types/engine_config.h"

namespace sgdma::model {

/// Composes the modules and binds them. One process steps the stages, whose order stands in
/// `core::Pipeline`; it sleeps while nothing can happen.
///
/// Timing: edge n is at n x period. What arrives at time t is sampled at the first edge strictly
/// after t; what the engine drives at edge n leaves at that time. See docs/timing.md.
class SgdmaEngine : public sc_core::sc_module, private SteppedEngine, private Waker {
 public:
  /// Bind to host memory, or to any target of the TLM-2.0 base protocol.
  tlm::tlm_initiator_socket<> read_socket{"read_socket"};
  tlm::tlm_initiator_socket<> write_socket{"write_socket"};
  PartPort<core::WorkSource> work{"work"};
  PartPort<core::CompletionReader> completion_reader{"completion_reader"};
  PartPort<core::PayloadSink> payload_out{"payload_out"};
  PartPort<core::PayloadSource> payload_in{"payload_in"};
  /// Who hears what becomes of control requests; may stay unbound.
  sc_core::sc_port<PartInterface<core::ControlClient>, 1, sc_core::SC_ZERO_OR_MORE_BOUND>
      control_client{"control_client"};
  /// Where page lists stand, for a key cache that reads them over the bus; else it may stay
  /// unbound.
  sc_core::sc_port<PartInterface<core::PageLists>, 1, sc_core::SC_ZERO_OR_MORE_BOUND> page_lists{
      "page_lists"};

  /// `config` and `queue_pairs` must be valid (see types/engine_config.h); `queue_pairs` has
  /// `config.queue_pairs` elements. `period` is a whole number of the simulation's time resolution;
  /// one that is below it is an error, `/sgdma/clock/period`. So is work for an edge that comes
  /// after 2^64 units of the resolution, `/sgdma/clock/end_of_time`.
  SgdmaEngine(const sc_core::sc_module_name& name, const EngineConfig& config,
              const QueuePairConfigs& queue_pairs, const sc_core::sc_time& period,
              const StandIns& stand_ins = {});
  ~SgdmaEngine() override;

  /// Attach before the simulation starts.
  core::Watch& watch() { return watch_; }
  const core::Pipeline& pipeline() const { return *pipeline_; }
  /// Asks for a reset, an error or a deregistration. It takes effect at the first edge strictly
  /// after the current time; requests of one edge are served in the order of their kinds, then by
  /// number. `request` names a queue pair of this engine. To be called while the simulation runs.
  void request(const ControlRequest& request) {
    request_at(clock_.edge_after(now_ticks()), request);
  }
  /// The same for an edge to come: one that is later than the current time, and than the last that
  /// was stepped. One that is not is an error, `/sgdma/bus/past`.
  void request_at(Cycle edge, const ControlRequest& request);
  /// Whoever runs the simulation promises not to act from outside of it before `time`, nor to read
  /// what is there: edges before that may then be stepped ahead of the kernel's time (see
  /// `RunAhead`), which changes no cycle. Holds for all engines of the simulation. Without it each
  /// edge is stepped at its own time.
  void promise(const sc_core::sc_time& time) { stepper_->run_ahead().promise(time.value()); }
  /// From now on each edge of every engine of the simulation is stepped at its own time.
  void step_by_step() { stepper_->run_ahead().turn_off(); }
  /// How many edges, of all engines of the simulation, have been stepped ahead of the kernel's
  /// time.
  std::uint64_t stepped_ahead() const { return stepper_->run_ahead().stepped(); }
  /// Charges the accounts up to the last edge at or before the current time.
  void run_out() { pipeline_->run_out(clock_.edge_at(now_ticks())); }
  /// Keeps something that observes the engine for as long as the engine lives.
  void keep(std::shared_ptr<void> companion) { companions_.push_back(std::move(companion)); }
  const EngineClock& clock() const { return clock_; }
  const EngineConfig& config() const { return config_; }

 private:
  void end_of_elaboration() override;
  void start_of_simulation() override;
  NextEdge step_edge(Ticks now) override;
  NextEdge go_ahead(Ticks time, const Ticks& others, RunAhead& ahead) override;
  /// Steps the edge at `time`, and up to `most` in all where nothing but beats can happen, and
  /// finds the next. Returns how many.
  std::uint32_t step(Ticks time, std::uint32_t most);
  /// Edges from the one at `time` on that come before `limit`; that one at least: engines whose
  /// edges are at one time take turns.
  std::uint32_t edges_before(Ticks limit, Ticks time) const;
  /// Whether the next edge has to be stepped at its own time.
  bool next_at_own_time() const {
    return any_kernel_timed_ && pipeline_->may_call(kernel_timed_, next_edge_);
  }
  void wake_at(Cycle edge) override { stepper_->wake_at(*this, wake_time(edge)); }
  /// Time of an edge, or `kNoEdge` for one that never comes.
  Ticks wake_time(Cycle edge) const {
    return edge <= clock_.last_edge() ? clock_.time_of(edge) : time_beyond(edge);
  }
  /// As `wake_time`; reports an edge that simulation time cannot express.
  [[gnu::cold, gnu::noinline]] Ticks time_beyond(Cycle edge) const;
  void run_edges() { stepper_->run(); }

  EngineConfig config_;
  EngineClock clock_;
  core::Watch watch_;
  bool leads_ = false;
  std::shared_ptr<EdgeStepper> stepper_;

 public:
  // The parts, by the names that a debugger shows.
  InFlightTable in_flight_table;
  KeyCache key_cache;
  SlotArbiter slot_arbiter;
  MemoryBusInitiator memory_bus;
  CompletionPort completion_port;
  GatherChannel gather_channel;
  ScatterChannel scatter_channel;

 private:
  /// Those that are bound and go by the kernel's time.
  core::OutsideParts kernel_timed() const;

  std::optional<core::Retirement> retirement_;
  std::optional<core::Teardown> teardown_;
  std::optional<core::Deregistrations> deregistrations_;
  std::optional<core::Control> control_;
  std::optional<core::Pipeline> pipeline_;
  Cycle next_edge_ = kNever;  ///< as the pipeline knew it after the last step; saves a division
  Ticks next_time_ = kNoEdge;
  core::OutsideParts kernel_timed_;
  bool any_kernel_timed_ = false;
  std::vector<std::shared_ptr<void>> companions_;
};

}  // namespace sgdma::model
