#include "model/sgdma_engine.h"

#include <algorithm>
#include <string>

#include "core/mutation.h"

namespace sgdma::model {

SgdmaEngine::SgdmaEngine(const sc_core::sc_module_name& name, const EngineConfig& config,
                         const QueuePairConfigs& queue_pairs, const sc_core::sc_time& period,
                         const StandIns& stand_ins)
    : sc_core::sc_module(name),
      config_(config),
      clock_(period),
      stepper_(EdgeStepper::of_simulation(leads_)),
      in_flight_table("in_flight_table", config_, stand_ins),
      key_cache("key_cache", config_),
      slot_arbiter("slot_arbiter", config_, queue_pairs, key_cache.first_units(), watch_,
                   stand_ins),
      memory_bus("memory_bus", config_, clock_, stepper_->run_ahead(), *this),
      completion_port("completion_port"),
      gather_channel("gather_channel"),
      scatter_channel("scatter_channel") {
  using SC_CURRENT_USER_MODULE = SgdmaEngine;
  if (clock_.period() == 0) {
    const std::string text = std::string(this->name()) +
                             ": the clock period is less than the simulation's time resolution, " +
                             sc_core::sc_get_time_resolution().to_string();
    SC_REPORT_ERROR("/sgdma/clock/period", text.c_str());
  }
  stepper_->join(*this, clock_.period());
  memory_bus.read_socket.bind(read_socket);
  memory_bus.write_socket.bind(write_socket);
  completion_port.reader.bind(completion_reader);
  key_cache.transfers.bind(in_flight_table.transfers);
  gather_channel.transfers.bind(in_flight_table.transfers);
  gather_channel.units.bind(key_cache.slot_units);
  gather_channel.keys.bind(key_cache.keys);
  gather_channel.bus.bind(memory_bus.read_bus);
  gather_channel.payload_out.bind(payload_out);
  scatter_channel.transfers.bind(in_flight_table.transfers);
  scatter_channel.units.bind(key_cache.slot_units);
  scatter_channel.bus.bind(memory_bus.write_bus);
  scatter_channel.payload_in.bind(payload_in);
  if (leads_) {
    SC_METHOD(run_edges);
    sensitive << stepper_->wake_event();
    dont_initialize();
  }
}

SgdmaEngine::~SgdmaEngine() { stepper_->leave(*this); }

void SgdmaEngine::end_of_elaboration() {
  core::Transfers& transfers = gather_channel.transfers->part();
  core::WorkQueues& queues = slot_arbiter.queues->part();
  completion_port.assemble(config_, watch_);
  key_cache.assemble(config_);
  core::CompletionPort& completions = completion_port.completions->part();
  retirement_.emplace(transfers, queues, completions, watch_);
  gather_channel.assemble(config_, *retirement_, watch_);
  scatter_channel.assemble(config_, *retirement_, watch_);
  teardown_.emplace(config_, transfers, gather_channel.channel(), scatter_channel.channel(),
                    *retirement_, watch_);
  deregistrations_.emplace(
      config_, core::Deregistrations::Parts{transfers, queues, gather_channel.channel(),
                                            scatter_channel.channel(), *teardown_, key_cache.port(),
                                            key_cache.gate(), key_cache.slot_units->part()});
  control_.emplace(core::Control::Parts{transfers, queues, completions, *teardown_, *retirement_,
                                        *deregistrations_},
                   watch_);
  if (page_lists.size() > 0) {
    gather_channel.channel().lines().set_page_lists(&page_lists->part());
  }
  if (control_client.size() > 0) {
    control_->set_client(&control_client->part());
  }
  pipeline_.emplace(
      core::Parts{transfers, slot_arbiter.arbiter->part(), queues, gather_channel.channel(),
                  scatter_channel.channel(), completions, *retirement_, *teardown_,
                  key_cache.port(), key_cache.first_units(), key_cache.slot_units->part(),
                  *deregistrations_, *control_, work->part()},
      watch_);
  kernel_timed_ = kernel_timed();
  any_kernel_timed_ = kernel_timed_.any();
}

core::OutsideParts SgdmaEngine::kernel_timed() const {
  const auto is = [](const auto& port) {
    return port.size() > 0 && port->timing() == PartTiming::kKernel;
  };
  core::OutsideParts parts;
  parts.work = is(work);
  parts.completions = is(completion_reader);
  parts.payload_out = is(payload_out);
  parts.payload_in = is(payload_in);
  parts.control = is(control_client);
  parts.page_lists = is(page_lists);
  return parts;
}

void SgdmaEngine::request_at(Cycle edge, const ControlRequest& request) {
  if (pipeline_->cycles() > edge) {
    RunAhead::report_past(*this, "a request to control for an edge that has been stepped");
    return;
  }
  control_->ask(edge, request);
  wake_at(edge);
}

void SgdmaEngine::start_of_simulation() {
  if (const Cycle first = pipeline_->next_edge(); first != kNever) {
    wake_at(first);
  }
}

inline std::uint32_t SgdmaEngine::step(Ticks time, std::uint32_t most) {
  const Cycle edge = time == next_time_ ? next_edge_ : clock_.edge_at(time);
  std::uint32_t edges = pipeline_->glide(edge, most);
  if (edges == 0) {
    pipeline_->step(edge);
    edges = 1;
  }
  next_edge_ = pipeline_->next_edge();
  next_time_ = wake_time(next_edge_);
  return edges;
}

NextEdge SgdmaEngine::step_edge(Ticks now) {
  step(now, 1);
  return {next_time_, next_at_own_time()};
}

inline std::uint32_t SgdmaEngine::edges_before(Ticks limit, Ticks time) const {
  constexpr std::uint32_t kMost = core::kMaxBeats;
  if (limit <= time) {
    return 1;
  }
  const Ticks span = limit - time;
  return span >= kMost * clock_.period() ? kMost
                                         : static_cast<std::uint32_t>(clock_.edge_after(span - 1));
}

NextEdge SgdmaEngine::go_ahead(Ticks time, const Ticks& others, RunAhead& ahead) {
  bool own_time = false;
  do {
    ahead.lead_to(time);
    const bool alone = core::mutated(core::Fault::kOtherEdgesIgnored);
    const Ticks limit = alone ? ahead.limit() : std::min(ahead.limit(), others);
    const std::uint32_t edges = step(time, any_kernel_timed_ ? 1 : edges_before(limit, time));
    ahead.lead_to(time + (edges - 1) * clock_.period());
    ahead.count(edges);
    time = next_time_;
    own_time = !core::mutated(core::Fault::kPartsCalledAhead) && next_at_own_time();
  } while (ahead.reaches(time) && !own_time &&
           (time < others || core::mutated(core::Fault::kOtherEdgesIgnored)));
  return {time, own_time};
}

Ticks SgdmaEngine::time_beyond(Cycle edge) const {
  if (edge != kNever) {
    const std::string text = std::string(name()) + ": edge " + std::to_string(edge) +
                             " comes after the last one, " + std::to_string(clock_.last_edge()) +
                             ", that simulation time can express at a resolution of " +
                             sc_core::sc_get_time_resolution().to_string();
    SC_REPORT_ERROR("/sgdma/clock/end_of_time", text.c_str());
  }
  return kNoEdge;
}

}  // namespace sgdma::model
