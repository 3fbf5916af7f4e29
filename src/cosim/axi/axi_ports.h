/// The five channels of AXI4, written once: as ports of either side, as the wires between them, and
/// as what watches them.
#pragma once

#include <string>

#include <systemc>

namespace sgdma::cosim {

/// `Forward` leads from the manager to the subordinate, `Back` the other way. One bit is `bool`,
/// everything else `sc_bv`, as Verilator has it with `--pins-bv 2`; there is no X on either.
/// `data_bits`: 32 to 1024, a power of two. Signals that nobody here uses (LOCK, CACHE, PROT, QOS,
/// REGION, USER) are left out.
template <template <class> class Forward, template <class> class Back, unsigned data_bits,
          unsigned id_bits>
struct AxiChannels {
  static_assert(data_bits >= 32 && data_bits <= 1024 && (data_bits & (data_bits - 1)) == 0);
  static_assert(id_bits >= 1 && id_bits <= 32);

  using Id = sc_dt::sc_bv<id_bits>;
  using Data = sc_dt::sc_bv<data_bits>;
  using Strobes = sc_dt::sc_bv<data_bits / 8>;

  explicit AxiChannels(const std::string& prefix)
      : awvalid((prefix + "awvalid").c_str()),
        awready((prefix + "awready").c_str()),
        awid((prefix + "awid").c_str()),
        awaddr((prefix + "awaddr").c_str()),
        awlen((prefix + "awlen").c_str()),
        awsize((prefix + "awsize").c_str()),
        awburst((prefix + "awburst").c_str()),
        wvalid((prefix + "wvalid").c_str()),
        wready((prefix + "wready").c_str()),
        wdata((prefix + "wdata").c_str()),
        wstrb((prefix + "wstrb").c_str()),
        wlast((prefix + "wlast").c_str()),
        bvalid((prefix + "bvalid").c_str()),
        bready((prefix + "bready").c_str()),
        bid((prefix + "bid").c_str()),
        bresp((prefix + "bresp").c_str()),
        arvalid((prefix + "arvalid").c_str()),
        arready((prefix + "arready").c_str()),
        arid((prefix + "arid").c_str()),
        araddr((prefix + "araddr").c_str()),
        arlen((prefix + "arlen").c_str()),
        arsize((prefix + "arsize").c_str()),
        arburst((prefix + "arburst").c_str()),
        rvalid((prefix + "rvalid").c_str()),
        rready((prefix + "rready").c_str()),
        rid((prefix + "rid").c_str()),
        rdata((prefix + "rdata").c_str()),
        rresp((prefix + "rresp").c_str()),
        rlast((prefix + "rlast").c_str()) {}

  Forward<bool> awvalid;
  Back<bool> awready;
  Forward<Id> awid;
  Forward<sc_dt::sc_bv<64>> awaddr;
  Forward<sc_dt::sc_bv<8>> awlen;
  Forward<sc_dt::sc_bv<3>> awsize;
  Forward<sc_dt::sc_bv<2>> awburst;

  Forward<bool> wvalid;
  Back<bool> wready;
  Forward<Data> wdata;
  Forward<Strobes> wstrb;
  Forward<bool> wlast;

  Back<bool> bvalid;
  Forward<bool> bready;
  Back<Id> bid;
  Back<sc_dt::sc_bv<2>> bresp;

  Forward<bool> arvalid;
  Back<bool> arready;
  Forward<Id> arid;
  Forward<sc_dt::sc_bv<64>> araddr;
  Forward<sc_dt::sc_bv<8>> arlen;
  Forward<sc_dt::sc_bv<3>> arsize;
  Forward<sc_dt::sc_bv<2>> arburst;

  Back<bool> rvalid;
  Forward<bool> rready;
  Back<Id> rid;
  Back<Data> rdata;
  Back<sc_dt::sc_bv<2>> rresp;
  Back<bool> rlast;

  /// Ports to the wires of the same name.
  template <class Wires>
  void bind(Wires& wires) {
    awvalid(wires.awvalid);
    awready(wires.awready);
    awid(wires.awid);
    awaddr(wires.awaddr);
    awlen(wires.awlen);
    awsize(wires.awsize);
    awburst(wires.awburst);
    wvalid(wires.wvalid);
    wready(wires.wready);
    wdata(wires.wdata);
    wstrb(wires.wstrb);
    wlast(wires.wlast);
    bvalid(wires.bvalid);
    bready(wires.bready);
    bid(wires.bid);
    bresp(wires.bresp);
    arvalid(wires.arvalid);
    arready(wires.arready);
    arid(wires.arid);
    araddr(wires.araddr);
    arlen(wires.arlen);
    arsize(wires.arsize);
    arburst(wires.arburst);
    rvalid(wires.rvalid);
    rready(wires.rready);
    rid(wires.rid);
    rdata(wires.rdata);
    rresp(wires.rresp);
    rlast(wires.rlast);
  }
};

template <class T>
using AxiIn = sc_core::sc_in<T>;
template <class T>
using AxiOut = sc_core::sc_out<T>;
template <class T>
using AxiWire = sc_core::sc_signal<T>;

template <unsigned data_bits, unsigned id_bits>
using AxiManagerPorts = AxiChannels<AxiOut, AxiIn, data_bits, id_bits>;
template <unsigned data_bits, unsigned id_bits>
using AxiSubordinatePorts = AxiChannels<AxiIn, AxiOut, data_bits, id_bits>;
template <unsigned data_bits, unsigned id_bits>
using AxiMonitorPorts = AxiChannels<AxiIn, AxiIn, data_bits, id_bits>;
template <unsigned data_bits, unsigned id_bits>
using AxiWires = AxiChannels<AxiWire, AxiWire, data_bits, id_bits>;

inline constexpr unsigned kAxiIncr = 1;  ///< AxBURST
inline constexpr unsigned kAxiOkay = 0;  ///< xRESP
inline constexpr unsigned kAxiSlverr = 2;
inline constexpr unsigned kAxiDecerr = 3;

}  // namespace sgdma::cosim
