/// A scripted manager on pins, under the checker, and a TLM-2.0 target behind the subordinate
/// bridge.
#pragma once

#include <cstdint>
#include <string>

#include <systemc>

#include "cosim/axi/axi_subordinate_bridge.h"
#include "cosim/axi_checker.h"
#include "cosim/bind_pins.h"
#include "cosim/scripted_master.h"
#include "platform/memory/host_memory.h"
#include "support/systemc/base_protocol_checker.h"

namespace sgdma::test {

/// Rising edges at whole nanoseconds. One elaboration a process.
template <unsigned data_bits, unsigned id_bits>
class SubordinateBench : public sc_core::sc_module {
 public:
  explicit SubordinateBench(const sc_core::sc_module_name& name,
                            const platform::HostMemoryConfig& config = quick_memory())
      : sc_core::sc_module(name), memory("memory", config, 1000) {
    bridge.read_socket.bind(read_rules.from);
    read_rules.to.bind(memory.read_socket);
    bridge.write_socket.bind(write_rules.from);
    write_rules.to.bind(memory.write_socket);
    bind_pins(master, clk, aresetn, wires);
    bind_pins(bridge, clk, aresetn, wires);
    bind_pins(checker, clk, aresetn, wires);
    aresetn.write(true);
  }

  static platform::HostMemoryConfig quick_memory() {
    platform::HostMemoryConfig config;
    config.read_latency = platform::Distribution(3000);
    return config;
  }
  /// As many cycles.
  void run(std::uint64_t cycles) { sc_core::sc_start(static_cast<double>(cycles), sc_core::SC_NS); }
  /// Until the manager has all answers, or for so many cycles.
  bool run_until(std::size_t beats, std::size_t responses, std::uint64_t most = 1'000'000) {
    for (std::uint64_t ran = 0; ran < most; ran += 10) {
      if (master.offered_all() && master.beats().size() == beats &&
          master.responses().size() == responses) {
        return true;
      }
      run(10);
    }
    return false;
  }
  std::uint8_t byte(std::uint64_t address) {
    std::uint8_t byte = 0;
    memory.contents().read(address, &byte, 1);
    return byte;
  }

  sc_core::sc_clock clk{"clk", 1, sc_core::SC_NS};
  sc_core::sc_signal<bool> aresetn{"aresetn"};
  cosim::AxiWires<data_bits, id_bits> wires{"axi_"};
  ScriptedMaster<data_bits, id_bits> master{"master"};
  AxiChecker<data_bits, id_bits> checker{"checker"};
  cosim::AxiSubordinateBridge<data_bits, id_bits> bridge{"bridge"};
  BaseProtocolChecker read_rules{"read_rules"};
  BaseProtocolChecker write_rules{"write_rules"};
  platform::HostMemory memory;
};

}  // namespace sgdma::test
