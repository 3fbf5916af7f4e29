// Each rule of the AXI4 checker, broken once, and traffic that breaks none.

#include "cosim/axi_checker.h"

#include <functional>
#include <string>

#include <gtest/gtest.h>

#include "cosim/bind_pins.h"

namespace sgdma::test {
namespace {

/// Wires by hand: what is set before `step` is what the next rising edge finds.
class Wires {
 public:
  Wires() {
    bind_pins(checker, clk, aresetn, w);
    aresetn.write(true);
    sc_core::sc_start(500, sc_core::SC_PS);
  }
  void step() { sc_core::sc_start(1, sc_core::SC_NS); }

  void address_write(std::uint64_t address, unsigned beats, bool ready = true, unsigned size = 3,
                     unsigned burst = 1, unsigned id = 1) {
    w.awvalid.write(true);
    w.awready.write(ready);
    w.awid.write(id);
    w.awaddr.write(static_cast<sc_dt::uint64>(address));
    w.awlen.write(beats - 1);
    w.awsize.write(size);
    w.awburst.write(burst);
  }
  void address_read(std::uint64_t address, unsigned beats, unsigned id = 1) {
    w.arvalid.write(true);
    w.arready.write(true);
    w.arid.write(id);
    w.araddr.write(static_cast<sc_dt::uint64>(address));
    w.arlen.write(beats - 1);
    w.arsize.write(3);
    w.arburst.write(1);
  }
  void write(unsigned strobes, bool last, bool ready = true) {
    w.wvalid.write(true);
    w.wready.write(ready);
    w.wstrb.write(strobes);
    w.wlast.write(last);
  }
  void respond(unsigned id) {
    w.bvalid.write(true);
    w.bready.write(true);
    w.bid.write(id);
  }
  void read_beat(unsigned id, bool last) {
    w.rvalid.write(true);
    w.rready.write(true);
    w.rid.write(id);
    w.rlast.write(last);
  }
  /// A read burst whose address was taken at an edge.
  void ask_read(unsigned beats) {
    address_read(0x1000, beats);
    step();
    rest();
  }
  /// A write burst of one beat of which all but the response has passed.
  void write_one() {
    address_write(0x1000, 1);
    write(0xFF, true);
    step();
    rest();
  }
  /// One edge of reset with nothing valid, then what `drive` sets, still in reset.
  template <typename Drive>
  void reset_with(const Drive& drive) {
    aresetn.write(false);
    step();
    EXPECT_EQ(checker.text(), "");
    drive();
  }
  /// Nothing is valid any more.
  void rest() {
    w.awvalid.write(false);
    w.wvalid.write(false);
    w.arvalid.write(false);
    w.bvalid.write(false);
    w.rvalid.write(false);
  }

  sc_core::sc_clock clk{"clk", 1, sc_core::SC_NS, 0.5, 1, sc_core::SC_NS};
  sc_core::sc_signal<bool> aresetn{"aresetn"};
  cosim::AxiWires<64, 4> w{"axi_"};
  AxiChecker<64, 4> checker{"checker"};
};

TEST(AxiCheckerRules, TrafficThatBreaksNone) {
  Wires wires;
  wires.address_write(0x1004, 2);
  wires.write(0xF0, false);
  wires.address_read(0xFF8, 1, 2);
  wires.step();
  wires.rest();
  wires.write(0x01, true, false);
  wires.read_beat(2, true);
  wires.step();
  wires.rest();
  wires.write(0x01, true);
  wires.step();
  wires.rest();
  wires.respond(1);
  wires.step();
  wires.rest();
  wires.step();
  EXPECT_EQ(wires.checker.text(), "");
  EXPECT_EQ(wires.checker.open(), 0U);
  EXPECT_EQ(wires.checker.read_beats(), 1U);
  EXPECT_EQ(wires.checker.write_beats(), 2U);
  EXPECT_EQ(wires.checker.held_up(), 1U);
}

/// What breaks a rule, and which.
struct Breach {
  const char* name;
  const char* rule;
  void (*commit)(Wires& wires);
};

class AxiCheckerBreaches : public testing::TestWithParam<Breach> {};

TEST_P(AxiCheckerBreaches, IsReported) {
  Wires wires;
  GetParam().commit(wires);
  wires.step();
  EXPECT_TRUE(wires.checker.broke(GetParam().rule)) << wires.checker.text();
}

const Breach kBreaches[] = {
    {"ValidFalls", "stable",
     [](Wires& w) {
       w.address_write(0x1000, 1, false);
       w.step();
       w.rest();
     }},
    {"AddressChanges", "stable",
     [](Wires& w) {
       w.address_write(0x1000, 1, false);
       w.step();
       w.address_write(0x1008, 1, false);
     }},
    // The second of two beats back to back: VALID does not rise in between.
    {"DataChangesBackToBack", "stable",
     [](Wires& w) {
       w.address_write(0x1000, 2);
       w.write(0xFF, false);
       w.step();
       w.rest();
       w.write(0xFF, true, false);
       w.step();
       w.write(0x7F, true, false);
     }},
    {"ResponseChanges", "stable",
     [](Wires& w) {
       w.write_one();
       w.respond(1);
       w.w.bready.write(false);
       w.step();
       w.w.bresp.write(2);
     }},
    {"ReadAddressChanges", "stable",
     [](Wires& w) {
       w.address_read(0x1000, 1);
       w.w.arready.write(false);
       w.step();
       w.address_read(0x1000, 2);
     }},
    {"ReadDataChanges", "stable",
     [](Wires& w) {
       w.ask_read(1);
       w.read_beat(1, true);
       w.w.rready.write(false);
       w.step();
       w.w.rdata.write(1);
     }},
    {"ReadValidFalls", "stable",
     [](Wires& w) {
       w.ask_read(1);
       w.read_beat(1, true);
       w.w.rready.write(false);
       w.step();
       w.rest();
     }},
    {"CrossesAPage", "page", [](Wires& w) { w.address_read(0xFF8, 2); }},
    {"WiderThanTheBus", "size", [](Wires& w) { w.address_write(0x1000, 1, true, 4); }},
    {"Wraps", "burst", [](Wires& w) { w.address_write(0x1000, 2, true, 3, 2); }},
    {"LastTooEarly", "last",
     [](Wires& w) {
       w.address_write(0x1000, 2);
       w.write(0xFF, true);
     }},
    {"LastMissing", "last",
     [](Wires& w) {
       w.address_write(0x1000, 1);
       w.write(0xFF, false);
     }},
    {"ReadLastMissing", "last",
     [](Wires& w) {
       w.ask_read(1);
       w.read_beat(1, false);
     }},
    {"ReadLastTooEarly", "last",
     [](Wires& w) {
       w.ask_read(2);
       w.read_beat(1, true);
     }},
    {"LaneBelowTheAddress", "strobes",
     [](Wires& w) {
       w.address_write(0x1004, 1);
       w.write(0x0F, true);
     }},
    {"LaneOfAnotherNarrowBeat", "strobes",
     [](Wires& w) {
       w.address_write(0x1000, 1, true, 1);
       w.write(0x04, true);
     }},
    {"ResponseOfNoBurst", "response", [](Wires& w) { w.respond(3); }},
    {"ResponseBeforeTheLastBeat", "response",
     [](Wires& w) {
       w.address_write(0x1000, 2);
       w.write(0xFF, false);
       w.step();
       w.rest();
       w.respond(1);
     }},
    {"ResponseOfAnotherId", "response",
     [](Wires& w) {
       w.write_one();
       w.respond(2);
     }},
    {"ReadBeatOfNoBurst", "response", [](Wires& w) { w.read_beat(1, true); }},
    {"OneReadBeatTooMany", "response",
     [](Wires& w) {
       w.ask_read(1);
       w.read_beat(1, true);
       w.step();
     }},
    // From the second edge of a reset on: the test's own step is it.
    {"WriteAddressInReset", "reset",
     [](Wires& w) { w.reset_with([&w] { w.address_write(0x1000, 1); }); }},
    {"WriteDataInReset", "reset", [](Wires& w) { w.reset_with([&w] { w.write(0xFF, true); }); }},
    {"WriteResponseInReset", "reset", [](Wires& w) { w.reset_with([&w] { w.respond(1); }); }},
    {"ReadAddressInReset", "reset",
     [](Wires& w) { w.reset_with([&w] { w.address_read(0x1000, 1); }); }},
    {"ReadDataInReset", "reset", [](Wires& w) { w.reset_with([&w] { w.read_beat(1, true); }); }},
};

INSTANTIATE_TEST_SUITE_P(Rules, AxiCheckerBreaches, testing::ValuesIn(kBreaches),
                         [](const testing::TestParamInfo<Breach>& breach) {
                           return breach.param.name;
                         });

}  // namespace
}  // namespace sgdma::test
