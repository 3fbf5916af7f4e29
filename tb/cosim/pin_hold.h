/// Holds up the pins between an AXI4 manager and a subordinate, channel by channel.
#pragma once

#include <functional>
#include <utility>

#include <systemc>

#include "cosim/axi/axi_ports.h"

namespace sgdma::test {

/// Wires, and a gate in each channel: while it is closed, neither is VALID seen behind it nor READY
/// before it. Gates move behind a rising edge. One at which VALID was seen and not taken stays
/// open, so that VALID stays. Nothing is valid in reset.
template <unsigned data_bits, unsigned id_bits>
class PinHold : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> aresetn{"aresetn"};
  cosim::AxiSubordinatePorts<data_bits, id_bits> from{"s_axi_"};  ///< the manager
  cosim::AxiManagerPorts<data_bits, id_bits> to{"m_axi_"};

  /// `hold`: asked behind each rising edge. Bit 0 closes AR, 1 AW, 2 W, 3 R, 4 B.
  PinHold(const sc_core::sc_module_name& name, std::function<unsigned()> hold)
      : sc_core::sc_module(name), hold_(std::move(hold)) {
    using SC_CURRENT_USER_MODULE = PinHold;
    SC_METHOD(rise);
    sensitive << clk.pos();
    dont_initialize();
    SC_METHOD(pass_addresses);
    sensitive << moved_ << aresetn << from.arvalid << from.arid << from.araddr << from.arlen
              << from.arsize << from.arburst << to.arready << from.awvalid << from.awid
              << from.awaddr << from.awlen << from.awsize << from.awburst << to.awready;
    SC_METHOD(pass_words);
    sensitive << moved_ << aresetn << from.wvalid << from.wdata << from.wstrb << from.wlast
              << to.wready;
    SC_METHOD(pass_answers);
    sensitive << moved_ << aresetn << to.rvalid << to.rid << to.rdata << to.rresp << to.rlast
              << from.rready << to.bvalid << to.bid << to.bresp << from.bready;
  }

 private:
  void rise() {
    const auto waits = [](const auto& valid, const auto& ready, unsigned bit) {
      return valid.read() && !ready.read() ? 1U << bit : 0U;
    };
    const unsigned seen = waits(to.arvalid, to.arready, 0) | waits(to.awvalid, to.awready, 1) |
                          waits(to.wvalid, to.wready, 2) | waits(from.rvalid, from.rready, 3) |
                          waits(from.bvalid, from.bready, 4);
    closed_ = hold_() & ~seen;
    moved_.notify(sc_core::SC_ZERO_TIME);
  }

  template <class In, class Out>
  void pass(unsigned bit, const In& valid, Out& valid_behind, const In& ready, Out& ready_before) {
    const bool open = aresetn.read() && (closed_ >> bit & 1U) == 0;
    valid_behind.write(open && valid.read());
    ready_before.write(open && ready.read());
  }

  void pass_addresses() {
    pass(0, from.arvalid, to.arvalid, to.arready, from.arready);
    to.arid.write(from.arid.read());
    to.araddr.write(from.araddr.read());
    to.arlen.write(from.arlen.read());
    to.arsize.write(from.arsize.read());
    to.arburst.write(from.arburst.read());
    pass(1, from.awvalid, to.awvalid, to.awready, from.awready);
    to.awid.write(from.awid.read());
    to.awaddr.write(from.awaddr.read());
    to.awlen.write(from.awlen.read());
    to.awsize.write(from.awsize.read());
    to.awburst.write(from.awburst.read());
  }
  void pass_words() {
    pass(2, from.wvalid, to.wvalid, to.wready, from.wready);
    to.wdata.write(from.wdata.read());
    to.wstrb.write(from.wstrb.read());
    to.wlast.write(from.wlast.read());
  }
  void pass_answers() {
    pass(3, to.rvalid, from.rvalid, from.rready, to.rready);
    from.rid.write(to.rid.read());
    from.rdata.write(to.rdata.read());
    from.rresp.write(to.rresp.read());
    from.rlast.write(to.rlast.read());
    pass(4, to.bvalid, from.bvalid, from.bready, to.bready);
    from.bid.write(to.bid.read());
    from.bresp.write(to.bresp.read());
  }

  std::function<unsigned()> hold_;
  unsigned closed_ = 0;
  sc_core::sc_event moved_;
};

}  // namespace sgdma::test
