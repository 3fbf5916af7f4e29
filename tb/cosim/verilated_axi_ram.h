/// The Verilated AXI4 memory (tb/rtl/axi/axi_ram.sv) as a module with pins: its registers change
/// behind a rising edge, by what the wires held before it.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <type_traits>
#include <verilated.h>

#include <systemc>

#include "cosim/axi/axi_ports.h"

namespace sgdma::test {

template <class Top, unsigned data_bits, unsigned id_bits>
class VerilatedAxiRam : public sc_core::sc_module {
 public:
  static constexpr unsigned kBytes = data_bits / 8;

  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> aresetn{"aresetn"};
  cosim::AxiSubordinatePorts<data_bits, id_bits> axi{"s_axi_"};

  /// `hold`: asked behind each rising edge, what is held up in the cycle that follows.
  VerilatedAxiRam(const sc_core::sc_module_name& name, std::function<unsigned()> hold)
      : sc_core::sc_module(name), hold_(std::move(hold)), top_(&context_) {
    using SC_CURRENT_USER_MODULE = VerilatedAxiRam;
    SC_METHOD(rise);
    sensitive << clk.pos();
    dont_initialize();
    SC_METHOD(show);
    sensitive << shown_ << axi.awvalid << aresetn;
  }
  ~VerilatedAxiRam() override { top_.final(); }

  std::uint8_t byte(std::uint64_t address) {
    peek(address / kBytes);
    return reinterpret_cast<const std::uint8_t*>(words(top_.peek_data))[address % kBytes];
  }
  void read_word(std::uint64_t address, std::uint8_t* bytes) {
    peek(address / kBytes);
    std::memcpy(bytes, words(top_.peek_data), kBytes);
  }
  /// Before the simulation starts.
  void set_word(std::uint64_t address, const std::uint8_t* bytes) {
    top_.peek_word =
        static_cast<std::remove_reference_t<decltype(top_.peek_word)>>(address / kBytes);
    std::memcpy(words(top_.poke_data), bytes, kBytes);
    top_.poke = 1;
    clock();
    top_.poke = 0;
  }

 private:
  template <class Port>
  static std::uint32_t* words(Port& port) {
    if constexpr (std::is_integral_v<Port>) {
      return reinterpret_cast<std::uint32_t*>(&port);
    } else {
      return port.data();
    }
  }
  template <int bits, class Port>
  static void put(const sc_dt::sc_bv<bits>& from, Port& port) {
    for (int word = 0; word * 32 < bits; ++word) {
      words(port)[word] = static_cast<std::uint32_t>(from.get_word(word));
    }
  }
  template <int bits, class Port>
  static sc_dt::sc_bv<bits> get(Port& port) {
    sc_dt::sc_bv<bits> to;
    for (int word = 0; word * 32 < bits; ++word) {
      to.set_word(word, words(port)[word]);
    }
    return to;
  }
  void peek(std::uint64_t word) {
    top_.peek_word = static_cast<std::remove_reference_t<decltype(top_.peek_word)>>(word);
    top_.eval();
  }
  void clock() {
    top_.aclk = 0;
    top_.eval();
    top_.aclk = 1;
    top_.eval();
  }

  void set_inputs() {
    top_.aresetn = aresetn.read();
    top_.awvalid = axi.awvalid.read();
    top_.awid = static_cast<CData>(axi.awid.read().to_uint());
    top_.awaddr = axi.awaddr.read().to_uint64();
    top_.awlen = static_cast<CData>(axi.awlen.read().to_uint());
    top_.wvalid = axi.wvalid.read();
    put(axi.wdata.read(), top_.wdata);
    put_strobes();
    top_.wlast = axi.wlast.read();
    top_.bready = axi.bready.read();
    top_.arvalid = axi.arvalid.read();
    top_.arid = static_cast<CData>(axi.arid.read().to_uint());
    top_.araddr = axi.araddr.read().to_uint64();
    top_.arlen = static_cast<CData>(axi.arlen.read().to_uint());
    top_.rready = axi.rready.read();
  }
  void put_strobes() {
    const sc_dt::sc_bv<kBytes> strobes = axi.wstrb.read();
    if constexpr (kBytes <= 64) {
      top_.wstrb = static_cast<std::remove_reference_t<decltype(top_.wstrb)>>(strobes.to_uint64());
    } else {
      put(strobes, top_.wstrb);
    }
  }

  void rise() {
    set_inputs();
    clock();
    top_.hold = static_cast<CData>(hold_());
    shown_.notify(sc_core::SC_ZERO_TIME);
  }

  /// Outputs; WREADY may follow AWVALID within the cycle, and every READY the reset.
  void show() {
    top_.awvalid = axi.awvalid.read();
    top_.aresetn = aresetn.read();
    top_.eval();
    axi.awready.write(top_.awready != 0);
    axi.wready.write(top_.wready != 0);
    axi.bvalid.write(top_.bvalid != 0);
    axi.bid.write(top_.bid);
    axi.bresp.write(top_.bresp);
    axi.arready.write(top_.arready != 0);
    axi.rvalid.write(top_.rvalid != 0);
    axi.rid.write(top_.rid);
    axi.rdata.write(get<static_cast<int>(data_bits)>(top_.rdata));
    axi.rresp.write(top_.rresp);
    axi.rlast.write(top_.rlast != 0);
  }

  std::function<unsigned()> hold_;
  VerilatedContext context_;
  Top top_;
  sc_core::sc_event shown_;
};

}  // namespace sgdma::test
