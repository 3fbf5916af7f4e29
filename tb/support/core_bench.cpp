#include "support/core_bench.h"

#include <sstream>
#include <stdexcept>
#include <utility>

namespace sgdma::test {

namespace {

CoreBenchConfig with_all_queue_pairs(CoreBenchConfig config) {
  config.queue_pairs.push_back({}, config.engine.queue_pairs - config.queue_pairs.size());
  return config;
}

}  // namespace

CoreBenchConfig contract_config(Cycle read_latency, Cycle write_latency, bool posted_writes) {
  CoreBenchConfig config;
  config.engine.bus_width = 8;
  config.engine.max_read_burst = 32;
  config.engine.max_write_burst = 32;
  config.engine.read_bursts = 4;
  config.engine.posted_writes = posted_writes;
  config.engine.slots = 4;
  config.engine.queue_pairs = 4;
  config.memory.read_latency = read_latency;
  config.memory.write_latency = write_latency;
  return config;
}

CoreBench::CoreBench(CoreBenchConfig config, std::vector<TimedRequest> work)
    : config_(with_all_queue_pairs(std::move(config))),
      watch_{&recorder_, &recorder_},
      source_(std::move(work)),
      memory_(config_.engine, config_.memory),
      reader_(config_.completion_taken_at),
      table_(config_.engine.slots),
      transfers_(config_.engine, table_),
      keys_(config_.engine.key_cache),
      first_units_(config_.engine, gate_, keys_),
      slot_units_(config_.engine, transfers_, keys_),
      arbiter_(config_.engine, config_.queue_pairs),
      queues_(config_.engine, arbiter_, first_units_, watch_),
      completions_(config_.engine, reader_, watch_),
      retirement_(transfers_, queues_, completions_, watch_),
      egress_(config_.engine, payload_),
      ingress_(config_.engine, transfers_),
      gather_(config_.engine, transfers_, slot_units_, keys_, memory_, egress_, retirement_,
              watch_),
      scatter_(config_.engine, transfers_, slot_units_, memory_, ingress_, payload_, retirement_,
               watch_),
      teardown_(config_.engine, transfers_, gather_, scatter_, retirement_, watch_),
      deregistrations_(config_.engine, {transfers_, queues_, gather_, scatter_, teardown_, keys_,
                                        gate_, slot_units_}),
      control_({transfers_, queues_, completions_, teardown_, retirement_, deregistrations_},
               watch_),
      pipeline_({transfers_, arbiter_, queues_, gather_, scatter_, completions_, retirement_,
                 teardown_, keys_, first_units_, slot_units_, deregistrations_, control_, source_},
                watch_) {
  control_.set_client(&client_);
  gather_.lines().set_page_lists(&page_lists_);
  for (const TimedControl& asked : config_.control) {
    control_.ask(asked.edge, asked.request);
  }
}

void CoreBench::run(RunMode mode, Cycle limit) {
  for (Cycle edge = mode == RunMode::kEveryEdge ? 0 : pipeline_.next_edge(); !finished();
       edge = mode == RunMode::kEveryEdge ? edge + 1 : pipeline_.next_edge()) {
    if (edge > limit) {
      throw std::runtime_error(edge == kNever ? "the engine has come to a stop"
                                              : "the engine has not finished in time");
    }
    pipeline_.step(edge);
  }
}

void CoreBench::run_on(RunMode mode, Cycle last) {
  const auto next = [&] {
    return mode == RunMode::kEveryEdge ? pipeline_.cycles() : pipeline_.next_edge();
  };
  for (Cycle edge = next(); edge <= last; edge = next()) {
    pipeline_.step(edge);
  }
  pipeline_.run_out(last);
}

std::string CoreBench::leaks() const {
  std::ostringstream out;
  const auto expect = [&](const char* what, std::uint64_t is, std::uint64_t should_be) {
    if (is != should_be) {
      out << what << ": " << is << " instead of " << should_be << "; ";
    }
  };
  expect("free slots", transfers_.free_slots().size(), config_.engine.slots);
  const std::uint32_t reads = gather_.quarantine().size() + gather_.lines().abandoned();
  const std::uint32_t writes = scatter_.quarantine().size();
  expect("free read tags", gather_.free_tags(), config_.engine.read_bursts - reads);
  expect("free write ids", scatter_.free_ids(), config_.engine.write_bursts - writes);
  expect("reads outstanding", gather_.outstanding(), reads);
  expect("writes outstanding", scatter_.outstanding(), writes);
  expect("completion entries reserved", completions_.reserved(), 0);
  expect("granules locked", queues_.locked_granules(), 0);
  expect("requests alive", queues_.live(), 0);
  expect("requests queued", queues_.queued(), 0);
  expect("read beats not released", memory_.beats_out(), 0);
  return out.str();
}

}  // namespace sgdma::test
