#include "platform/platform.h"

#include <string>

#include "core/ensure.h"

namespace sgdma::platform {

namespace {

EngineConfig sized_for(EngineConfig engine, const QueuePairList& queue_pairs) {
  core::ensure(!queue_pairs.empty(), "a platform without queue pairs");
  engine.queue_pairs = static_cast<std::uint32_t>(queue_pairs.size());
  return engine;
}

/// The platform counts picoseconds: a simulation that cannot is reported before anything is built.
Picoseconds countable(Picoseconds period) {
  if (sc_core::sc_get_time_resolution() > sc_core::sc_time(1, sc_core::SC_PS) ||
      sc_core::sc_time(1, sc_core::SC_PS).value() == 0) {
    const std::string text = "the simulation's time resolution is " +
                             sc_core::sc_get_time_resolution().to_string() +
                             ", and the platform needs 1 ps or a finer one";
    SC_REPORT_ERROR("/sgdma/platform/time_resolution", text.c_str());
  }
  return period;
}

}  // namespace

Platform::Platform(const sc_core::sc_module_name& name, const PlatformConfig& config,
                   WorkItemStream& stream, WorkObserver* observer, WorkListener* listener)
    : sc_core::sc_module(name),
      host_memory("host_memory", config.memory, countable(config.clock_period)),
      engine("engine", sized_for(config.engine, config.queue_pairs),
             config.queue_pairs.arbitration(),
             sc_core::sc_time(static_cast<double>(config.clock_period), sc_core::SC_PS),
             config.stand_ins),
      events_(config.events),
      period_(config.clock_period),
      door_(engine),
      queue_pairs_(config.queue_pairs),
      regions_(config.regions, config.target.merge_runs,
               {config.engine.key_cache.table, config.engine.key_cache.pages_per_line * 8}),
      target_(config.target),
      cqes_(queue_pairs_, config.completion_queue, config.clock_period, atomics_, observer),
      intake_({target_, queue_pairs_, regions_, cqes_, atomics_, config.max_backlog}, stream,
              config.clock_period, observer),
      ends_(atomics_),
      control_({queue_pairs_, regions_, intake_, cqes_, door_},
               {config.error_on_failure, config.engine.deregistration}, observer),
      triggers_(events_, door_) {
  cqes_.set_failure_listener(&control_);
  control_client_.set(control_);
  cqes_.set_listener(listener);
  page_lists_.set(regions_);
  producers_.set(intake_);
  cqe_generator_.set(cqes_);
  payload_out_.set(ends_);
  payload_in_.set(ends_);
  if (config.bind_bus) {
    config.bind_bus(engine, host_memory);
  } else {
    engine.read_socket.bind(host_memory.read_socket);
    engine.write_socket.bind(host_memory.write_socket);
  }
  engine.work.bind(producers_);
  engine.completion_reader.bind(cqe_generator_);
  engine.payload_out.bind(payload_out_);
  engine.payload_in.bind(payload_in_);
  engine.control_client.bind(control_client_);
  engine.page_lists.bind(page_lists_);
}

void Platform::start_of_simulation() {
  for (const ControlEventConfig& event : events_) {
    if (!event.trigger) {
      engine.request_at(event.at / period_ + 1, event.request);
    }
  }
}

}  // namespace sgdma::platform
