#include "support/systemc/engine_bench.h"

#include <utility>

#include "support/systemc/engine_leaks.h"

namespace sgdma::test {

namespace {

TargetScript with_memory(TargetScript script, const FakeMemoryConfig& memory) {
  script.latency = [reads = memory.read_latency, writes = memory.write_latency](
                       const TargetBeat& beat) { return beat.write ? writes : reads; };
  for (const FakeFault& fault : memory.faults) {
    script.faults.push_back({fault.address, fault.bytes});
  }
  return script;
}

QueuePairConfigs all_queue_pairs(const CoreBenchConfig& config) {
  QueuePairConfigs queue_pairs = config.queue_pairs;
  queue_pairs.push_back({}, config.engine.queue_pairs - queue_pairs.size());
  return queue_pairs;
}

}  // namespace

EngineBench::EngineBench(const sc_core::sc_module_name& name, const CoreBenchConfig& config,
                         const std::vector<TimedRequest>& work, TargetStyle style,
                         TargetScript script)
    : sc_core::sc_module(name),
      target(make_target(style, "target", with_memory(std::move(script), config.memory))),
      engine("engine", config.engine, all_queue_pairs(config), sc_core::sc_time(1, sc_core::SC_NS)),
      control_(config.control),
      source_(work),
      reader_(config.completion_taken_at) {
  engine.watch() = {&recorder_, &recorder_};
  work_.set(source_);
  completions_.set(reader_);
  payload_out_.set(payload_);
  payload_in_.set(payload_);
  engine.read_socket.bind(read_rules.from);
  read_rules.to.bind(target->read_socket());
  engine.write_socket.bind(write_rules.from);
  write_rules.to.bind(target->write_socket());
  engine.work.bind(work_);
  engine.completion_reader.bind(completions_);
  engine.payload_out.bind(payload_out_);
  engine.payload_in.bind(payload_in_);
  SC_HAS_PROCESS(EngineBench);
  SC_METHOD(ask);
}

void EngineBench::ask() {
  for (const TimedControl& asked : control_) {
    engine.request_at(asked.edge, asked.request);
  }
}

std::string EngineBench::leaks() const {
  std::string leaks = engine_leaks(engine);
  if (target->answered() != target->taken()) {
    leaks += "beats not answered; ";
  }
  if (read_rules.alive() + write_rules.alive() > 0) {
    leaks += "transactions alive; ";
  }
  return leaks;
}

}  // namespace sgdma::test
