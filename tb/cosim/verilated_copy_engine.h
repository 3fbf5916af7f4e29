/// The Verilated copy engine (tb/rtl/axi_copy_engine.sv) as a module with pins. It has one ID, 0.
#pragma once

#include <cstdint>
#include <deque>
#include <type_traits>
#include <verilated.h>

#include <systemc>

#include "cosim/axi/axi_ports.h"
#include "rtl/copy_descriptor.h"

namespace sgdma::test {

/// Registers change behind a rising edge, by what the wires held before it. Outputs depend on no
/// input of the same cycle.
template <class Top, unsigned data_bits, unsigned id_bits>
class VerilatedCopyEngine : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> aresetn{"aresetn"};
  cosim::AxiManagerPorts<data_bits, id_bits> axi{"m_axi_"};

  explicit VerilatedCopyEngine(const sc_core::sc_module_name& name)
      : sc_core::sc_module(name), top_(&context_) {
    using SC_CURRENT_USER_MODULE = VerilatedCopyEngine;
    top_.aresetn = 0;
    clock();
    clock();
    SC_METHOD(rise);
    sensitive << clk.pos();
    dont_initialize();
  }
  ~VerilatedCopyEngine() override { top_.final(); }

  std::deque<rtl::CopyDescriptor> copies;  ///< to be offered
  std::uint32_t done() const { return top_.done_count; }
  bool error() const { return top_.error != 0; }

 private:
  template <class Port>
  static std::uint32_t* words(Port& port) {
    if constexpr (std::is_integral_v<Port>) {
      return reinterpret_cast<std::uint32_t*>(&port);
    } else {
      return port.data();
    }
  }
  void clock() {
    top_.aclk = 0;
    top_.eval();
    top_.aclk = 1;
    top_.eval();
  }

  void rise() {
    top_.aresetn = aresetn.read();
    const bool taken = top_.desc_valid != 0 && top_.desc_ready != 0;
    top_.m_axi_arready = axi.arready.read();
    top_.m_axi_awready = axi.awready.read();
    top_.m_axi_wready = axi.wready.read();
    top_.m_axi_rvalid = axi.rvalid.read();
    top_.m_axi_rresp = static_cast<CData>(axi.rresp.read().to_uint());
    top_.m_axi_rlast = axi.rlast.read();
    const sc_dt::sc_bv<data_bits> data = axi.rdata.read();
    for (unsigned word = 0; word * 32 < data_bits; ++word) {
      words(top_.m_axi_rdata)[word] =
          static_cast<std::uint32_t>(data.get_word(static_cast<int>(word)));
    }
    top_.m_axi_bvalid = axi.bvalid.read();
    top_.m_axi_bresp = static_cast<CData>(axi.bresp.read().to_uint());
    clock();
    if (taken) copies.pop_front();
    top_.desc_valid = !copies.empty();
    if (!copies.empty()) {
      top_.desc_source = copies.front().source;
      top_.desc_destination = copies.front().destination;
      top_.desc_length = copies.front().length;
    }
    top_.eval();
    show();
  }

  void show() {
    axi.arvalid.write(top_.m_axi_arvalid != 0);
    axi.araddr.write(static_cast<sc_dt::uint64>(top_.m_axi_araddr));
    axi.arlen.write(top_.m_axi_arlen);
    axi.arsize.write(top_.m_axi_arsize);
    axi.arburst.write(top_.m_axi_arburst);
    axi.rready.write(top_.m_axi_rready != 0);
    axi.awvalid.write(top_.m_axi_awvalid != 0);
    axi.awaddr.write(static_cast<sc_dt::uint64>(top_.m_axi_awaddr));
    axi.awlen.write(top_.m_axi_awlen);
    axi.awsize.write(top_.m_axi_awsize);
    axi.awburst.write(top_.m_axi_awburst);
    axi.wvalid.write(top_.m_axi_wvalid != 0);
    sc_dt::sc_bv<data_bits> data;
    for (unsigned word = 0; word * 32 < data_bits; ++word) {
      data.set_word(static_cast<int>(word), words(top_.m_axi_wdata)[word]);
    }
    axi.wdata.write(data);
    show_strobes();
    axi.wlast.write(top_.m_axi_wlast != 0);
    axi.bready.write(top_.m_axi_bready != 0);
  }

  void show_strobes() {
    if constexpr (data_bits <= 512) {
      axi.wstrb.write(static_cast<sc_dt::uint64>(top_.m_axi_wstrb));
    } else {
      sc_dt::sc_bv<data_bits / 8> strobes;
      for (unsigned word = 0; word * 32 < data_bits / 8; ++word) {
        strobes.set_word(static_cast<int>(word), words(top_.m_axi_wstrb)[word]);
      }
      axi.wstrb.write(strobes);
    }
  }

  VerilatedContext context_;
  Top top_;
};

}  // namespace sgdma::test
