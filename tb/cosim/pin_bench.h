/// The engine's modules over pins: the manager bridge, wires under a checker, and an RTL memory.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <systemc>

#include "cosim/axi/axi_manager_bridge.h"
#include "cosim/axi_checker.h"
#include "cosim/bind_pins.h"
#include "cosim/verilated_axi_ram.h"
#include "model/part.h"
#include "model/sgdma_engine.h"
#include "support/core_bench.h"
#include "support/systemc/base_protocol_checker.h"
#include "support/systemc/engine_leaks.h"

namespace sgdma::test {

/// Edges of the engine and rising edges of the clock are at whole nanoseconds. The reset is low for
/// the first edges. One elaboration a process.
template <class Top, unsigned data_bits, unsigned id_bits>
class PinBench : public sc_core::sc_module {
 public:
  PinBench(
      const sc_core::sc_module_name& name, const CoreBenchConfig& config,
      const std::vector<TimedRequest>& work, std::function<unsigned()> hold = [] { return 0U; })
      : sc_core::sc_module(name),
        bridge("bridge", cosim::AxiIdFrom::kSlot, config.engine.slots),
        ram("ram", std::move(hold)),
        engine("engine", config.engine, all_queue_pairs(config),
               sc_core::sc_time(1, sc_core::SC_NS)),
        source_(work) {
    engine.watch() = {&recorder_, &recorder_};
    work_.set(source_);
    completions_.set(reader_);
    payload_out_.set(payload_);
    payload_in_.set(payload_);
    engine.read_socket.bind(read_rules.from);
    read_rules.to.bind(bridge.read_socket);
    engine.write_socket.bind(write_rules.from);
    write_rules.to.bind(bridge.write_socket);
    engine.work.bind(work_);
    engine.completion_reader.bind(completions_);
    engine.payload_out.bind(payload_out_);
    engine.payload_in.bind(payload_in_);
    bind_pins(bridge, clk, aresetn, wires);
    bind_pins(ram, clk, aresetn, wires);
    bind_pins(checker, clk, aresetn, wires);
    aresetn.write(true);
  }

  /// Runs until all work is done, or for as many nanoseconds.
  bool run(std::uint64_t most) {
    for (std::uint64_t ran = 0; ran < most; ran += 50) {
      sc_core::sc_start(50, sc_core::SC_NS);
      if (engine.pipeline().idle() && source_.next_edge() == kNever && bridge.outstanding() == 0) {
        return true;
      }
    }
    return false;
  }
  const std::vector<TraceEvent>& events() const { return recorder_.events(); }
  const FakePayload& payload() const { return payload_; }
  std::string leaks() const {
    std::string leaks = engine_leaks(engine);
    if (read_rules.alive() + write_rules.alive() > 0) leaks += "transactions alive; ";
    if (checker.open() > 0) leaks += "bursts open on the wires; ";
    return leaks;
  }

  sc_core::sc_clock clk{"clk", 1, sc_core::SC_NS};
  sc_core::sc_signal<bool> aresetn{"aresetn"};
  cosim::AxiWires<data_bits, id_bits> wires{"axi_"};
  BaseProtocolChecker read_rules{"read_rules"};
  BaseProtocolChecker write_rules{"write_rules"};
  cosim::AxiManagerBridge<data_bits, id_bits> bridge;
  VerilatedAxiRam<Top, data_bits, id_bits> ram;
  AxiChecker<data_bits, id_bits> checker{"checker"};
  model::SgdmaEngine engine;

 private:
  static QueuePairConfigs all_queue_pairs(const CoreBenchConfig& config) {
    QueuePairConfigs queue_pairs = config.queue_pairs;
    queue_pairs.push_back({}, config.engine.queue_pairs - queue_pairs.size());
    return queue_pairs;
  }

  FakeWorkSource source_;
  FakePayload payload_;
  FakeCompletionReader reader_{{}};
  TraceRecorder recorder_;
  model::PartExport<core::WorkSource> work_{"work", model::PartTiming::kEdges};
  model::PartExport<core::CompletionReader> completions_{"completions", model::PartTiming::kEdges};
  model::PartExport<core::PayloadSink> payload_out_{"payload_out", model::PartTiming::kEdges};
  model::PartExport<core::PayloadSource> payload_in_{"payload_in", model::PartTiming::kEdges};
};

}  // namespace sgdma::test
