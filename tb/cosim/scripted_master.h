/// An AXI4 manager that drives pins from lists of bursts, with gaps and hold-ups of its own.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include <systemc>

#include "cosim/axi/axi_ports.h"

namespace sgdma::test {

/// Pins change behind a rising edge. Everything is put on the pins in the order of the lists, AR,
/// AW and W each for itself. `hold` is asked once a cycle: bit 0 AR, 1 AW, 2 W are not offered
/// anew; 3 RREADY, 4 BREADY are low.
template <unsigned data_bits, unsigned id_bits>
class ScriptedMaster : public sc_core::sc_module {
 public:
  static constexpr unsigned kBytes = data_bits / 8;
  using Data = sc_dt::sc_bv<data_bits>;
  using Strobes = sc_dt::sc_bv<kBytes>;

  struct Address {
    std::uint32_t id = 0;
    std::uint64_t address = 0;
    unsigned beats = 1;
    unsigned size = 0;  ///< as AxSIZE
    unsigned burst = cosim::kAxiIncr;
  };
  struct Word {
    Data data = 0;
    Strobes strobes = 0;
    bool last = true;
  };
  struct ReadBeat {
    std::uint32_t id = 0;
    Data data;
    unsigned response = 0;
    bool last = false;
    std::uint64_t cycle = 0;
  };
  struct Response {
    std::uint32_t id = 0;
    unsigned response = 0;
    std::uint64_t cycle = 0;
  };

  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> aresetn{"aresetn"};
  cosim::AxiManagerPorts<data_bits, id_bits> axi{"m_axi_"};

  explicit ScriptedMaster(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    using SC_CURRENT_USER_MODULE = ScriptedMaster;
    SC_METHOD(rise);
    sensitive << clk.pos();
    dont_initialize();
  }

  std::deque<Address> reads;
  std::deque<Address> writes;
  std::deque<Word> words;
  std::function<unsigned(std::uint64_t cycle)> hold = [](std::uint64_t) { return 0U; };
  bool drives_in_reset = false;  ///< VALID in spite of it, which is wrong

  const std::vector<ReadBeat>& beats() const { return beats_; }
  const std::vector<Response>& responses() const { return responses_; }
  bool offered_all() const { return reads.empty() && writes.empty() && words.empty(); }

 private:
  void rise() {
    ++cycle_;
    const bool on = aresetn.read();
    if (on) take();
    const unsigned held = hold(cycle_);
    offer(on || drives_in_reset, held);
  }

  void take() {
    if (offers_[0] && axi.arready.read()) pop(reads, offers_[0]);
    if (offers_[1] && axi.awready.read()) pop(writes, offers_[1]);
    if (offers_[2] && axi.wready.read()) pop(words, offers_[2]);
    if (axi.rvalid.read() && ready_[0]) {
      beats_.push_back({axi.rid.read().to_uint(), axi.rdata.read(), axi.rresp.read().to_uint(),
                        axi.rlast.read(), cycle_});
    }
    if (axi.bvalid.read() && ready_[1]) {
      responses_.push_back({axi.bid.read().to_uint(), axi.bresp.read().to_uint(), cycle_});
    }
  }

  template <class List>
  static void pop(List& list, bool& offered) {
    list.pop_front();
    offered = false;
  }

  void offer(bool on, unsigned held) {
    // What is offered stays; something new may be held back.
    const auto decide = [&](bool& offered, bool there, unsigned bit) {
      offered = on && there && (offered || (held >> bit & 1U) == 0);
    };
    decide(offers_[0], !reads.empty(), 0);
    decide(offers_[1], !writes.empty(), 1);
    decide(offers_[2], !words.empty(), 2);
    axi.arvalid.write(offers_[0]);
    if (offers_[0]) {
      axi.arid.write(reads.front().id);
      axi.araddr.write(static_cast<sc_dt::uint64>(reads.front().address));
      axi.arlen.write(reads.front().beats - 1);
      axi.arsize.write(reads.front().size);
      axi.arburst.write(reads.front().burst);
    }
    axi.awvalid.write(offers_[1]);
    if (offers_[1]) {
      axi.awid.write(writes.front().id);
      axi.awaddr.write(static_cast<sc_dt::uint64>(writes.front().address));
      axi.awlen.write(writes.front().beats - 1);
      axi.awsize.write(writes.front().size);
      axi.awburst.write(writes.front().burst);
    }
    axi.wvalid.write(offers_[2]);
    if (offers_[2]) {
      axi.wdata.write(words.front().data);
      axi.wstrb.write(words.front().strobes);
      axi.wlast.write(words.front().last);
    }
    ready_ = {on && (held >> 3U & 1U) == 0, on && (held >> 4U & 1U) == 0};
    axi.rready.write(ready_[0]);
    axi.bready.write(ready_[1]);
  }

  std::uint64_t cycle_ = 0;
  std::array<bool, 3> offers_{};
  std::array<bool, 2> ready_{};
  std::vector<ReadBeat> beats_;
  std::vector<Response> responses_;
};

}  // namespace sgdma::test
