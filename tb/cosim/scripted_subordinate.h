/// An AXI4 subordinate that answers as a test says, also wrongly.
#pragma once

#include <cstdint>
#include <deque>

#include <systemc>

#include "cosim/axi/axi_ports.h"

namespace sgdma::test {

/// Takes everything at once; reads bring the address of their word, one beat a cycle, two cycles
/// after AR.
template <unsigned data_bits, unsigned id_bits>
class ScriptedSubordinate : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> aresetn{"aresetn"};
  cosim::AxiSubordinatePorts<data_bits, id_bits> axi{"s_axi_"};

  // What it does wrong, or oddly.
  unsigned idle_response = 0;   ///< on RRESP and BRESP while nothing is valid
  bool short_reads = false;     ///< one beat with DECERR and RLAST for every burst
  unsigned early_after = 0;     ///< B comes with so many write beats; 0: with the last
  bool ready_is_valid = false;  ///< ARREADY and AWREADY follow VALID within the cycle
  bool takes_addresses = true;  ///< else AWREADY stays low; W is taken
  unsigned takes_words = ~0U;   ///< then WREADY stays low

  explicit ScriptedSubordinate(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    using SC_CURRENT_USER_MODULE = ScriptedSubordinate;
    SC_METHOD(rise);
    sensitive << clk.pos();
    dont_initialize();
    SC_METHOD(follow);
    sensitive << axi.arvalid << axi.awvalid << aresetn;
  }

 private:
  struct Beat {
    std::uint32_t id = 0;
    std::uint64_t address = 0;
    bool last = false;
    unsigned response = 0;
  };

  void follow() {
    axi.arready.write(aresetn.read() && (!ready_is_valid || axi.arvalid.read()));
    axi.awready.write(aresetn.read() && takes_addresses && (!ready_is_valid || axi.awvalid.read()));
  }

  void rise() {
    const bool on = aresetn.read();
    if (!on) {
      beats_.clear();
      ids_.clear();
      answers_.clear();
      written_ = 0;
      show();
      axi.wready.write(false);
      return;
    }
    if (axi.rvalid.read() && axi.rready.read()) beats_.pop_front();
    if (axi.bvalid.read() && axi.bready.read()) answers_.pop_front();
    show();
    if (axi.arvalid.read() && axi.arready.read()) take_read();
    if (axi.awvalid.read() && axi.awready.read()) ids_.push_back(axi.awid.read().to_uint());
    if (axi.wvalid.read() && axi.wready.read()) take_write();
    axi.wready.write(takes_words > 0);
  }

  void take_read() {
    const unsigned beats = short_reads ? 1 : axi.arlen.read().to_uint() + 1;
    for (unsigned beat = 0; beat < beats; ++beat) {
      beats_.push_back({axi.arid.read().to_uint(),
                        axi.araddr.read().to_uint64() + beat * data_bits / 8, beat + 1 == beats,
                        short_reads ? cosim::kAxiDecerr : cosim::kAxiOkay});
    }
  }

  void take_write() {
    ++written_;
    --takes_words;
    const bool last = axi.wlast.read();
    if (ids_.empty()) return;  // it has no address to answer for
    if (early_after != 0 ? written_ == early_after : last) {
      answers_.push_back(ids_.front());
      ids_.pop_front();
    }
    if (last) written_ = 0;
  }

  void show() {
    const bool beat = !beats_.empty();
    axi.rvalid.write(beat);
    axi.rid.write(beat ? beats_.front().id : 0);
    axi.rdata.write(beat ? static_cast<sc_dt::uint64>(beats_.front().address) : 0);
    axi.rresp.write(beat ? beats_.front().response : idle_response);
    axi.rlast.write(beat && beats_.front().last);
    axi.bvalid.write(!answers_.empty());
    axi.bid.write(answers_.empty() ? 0 : answers_.front());
    axi.bresp.write(answers_.empty() ? idle_response : 0);
  }

  std::deque<Beat> beats_;
  std::deque<std::uint32_t> ids_;
  std::deque<std::uint32_t> answers_;
  unsigned written_ = 0;
};

}  // namespace sgdma::test
