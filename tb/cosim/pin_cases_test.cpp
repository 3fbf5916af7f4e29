// Cases of pins that went wrong elsewhere, with the right values.

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "Vaxi_ram_ordered.h"
#include "cosim/bind_pins.h"
#include "cosim/manager_bench.h"
#include "cosim/pin_bench.h"
#include "cosim/scripted_subordinate.h"
#include "cosim/subordinate_bench.h"
#include "support/trace_stimulus.h"

namespace sgdma::test {
namespace {

using testing::HasSubstr;

/// Host memory behind the subordinate bridge, as the other end of the manager bridge.
template <unsigned data_bits>
class PinMemory : public sc_core::sc_module {
 public:
  explicit PinMemory(const sc_core::sc_module_name& name)
      : sc_core::sc_module(name), clk("clk"), aresetn("aresetn"), axi("s_axi_") {
    bridge.clk(clk);
    bridge.aresetn(aresetn);
    bridge.axi.bind(axi);
    bridge.read_socket.bind(memory.read_socket);
    bridge.write_socket.bind(memory.write_socket);
  }
  std::vector<std::uint8_t> bytes(std::uint64_t address, std::size_t count) {
    std::vector<std::uint8_t> bytes(count);
    memory.contents().read(address, bytes.data(), static_cast<std::uint32_t>(count));
    return bytes;
  }

  sc_core::sc_in<bool> clk;
  sc_core::sc_in<bool> aresetn;
  cosim::AxiSubordinatePorts<data_bits, 4> axi;
  platform::HostMemory memory{"memory", platform::HostMemoryConfig{}, 1000};
  cosim::AxiSubordinateBridge<data_bits, 4> bridge{"bridge"};
};

template <unsigned data_bits>
using Loop = ManagerBench<PinMemory<data_bits>, data_bits, 4>;
template <unsigned data_bits>
using Scripted = ManagerBench<ScriptedSubordinate<data_bits, 4>, data_bits, 4>;

std::vector<std::uint8_t> counting(std::size_t count) {
  std::vector<std::uint8_t> bytes(count);
  for (std::size_t at = 0; at < count; ++at) bytes[at] = static_cast<std::uint8_t>(0xA0 + at);
  return bytes;
}

TEST(PinCases, B01_EnablesBeginAtTheStartAddress) {
  Loop<128> bench("bench");
  const std::vector<std::uint8_t> around = bench.other.bytes(0x1000, 16);
  bench.writes.burst(true, 1, 0x1003, 5, 16, counting(5));
  bench.run(30);
  ASSERT_EQ(bench.words().size(), 1U);
  EXPECT_EQ(bench.words()[0].strobes, 0x00F8U);
  std::vector<std::uint8_t> right = around;
  for (std::size_t at = 0; at < 5; ++at) right[3 + at] = static_cast<std::uint8_t>(0xA0 + at);
  EXPECT_EQ(bench.other.bytes(0x1000, 16), right);
  EXPECT_EQ(bench.checker.text(), "");
  ASSERT_EQ(bench.writes.answers().size(), 1U);
  EXPECT_EQ(bench.writes.answers()[0].status, tlm::TLM_OK_RESPONSE);
}

TEST(PinCases, B02_NarrowBurstsUseTheLanesOfTheirAddresses) {
  SubordinateBench<64, 4> bench("bench");
  bench.master.writes.push_back({1, 0x1004, 3, 2});
  const char* const lanes[] = {"0xf0", "0x0f", "0xf0"};
  for (int beat = 0; beat < 3; ++beat) {
    ScriptedMaster<64, 4>::Word word;
    word.strobes = lanes[beat];
    for (int byte = 0; byte < 8; ++byte) word.data.range(byte * 8 + 7, byte * 8) = beat * 16 + byte;
    word.last = beat == 2;
    bench.master.words.push_back(word);
  }
  ASSERT_TRUE(bench.run_until(0, 1));
  const std::vector<unsigned> right = {4, 5, 6, 7, 16, 17, 18, 19, 36, 37, 38, 39};
  for (std::size_t at = 0; at < right.size(); ++at) {
    EXPECT_EQ(bench.byte(0x1004 + at), right[at]) << at;
  }
  bench.master.reads.push_back({1, 0x1004, 3, 2});
  ASSERT_TRUE(bench.run_until(3, 1));
  EXPECT_EQ(bench.master.beats()[0].data.range(63, 32).to_uint(), 0x07060504U);
  EXPECT_EQ(bench.master.beats()[1].data.range(31, 0).to_uint(), 0x13121110U);
  EXPECT_EQ(bench.master.beats()[2].data.range(63, 32).to_uint(), 0x27262524U);
  EXPECT_EQ(bench.checker.text(), "");
}

TEST(PinCases, B02_ALaneThatIsNotOfTheBeatIsSeen) {
  SubordinateBench<64, 4> bench("bench");
  bench.master.writes.push_back({1, 0x1004, 1, 2});
  bench.master.words.emplace_back();
  bench.master.words.back().strobes = 0x0F;
  ASSERT_TRUE(bench.run_until(0, 1));
  EXPECT_TRUE(bench.checker.broke("strobes"));
}

TEST(PinCases, B03_StrobesAreShiftedByBytes) {
  Loop<512> bench("bench");
  bench.writes.burst(true, 0, 0x1024, 4, 64, counting(4));
  bench.run(30);
  ASSERT_EQ(bench.words().size(), 1U);
  EXPECT_EQ(bench.words()[0].strobes, 0x000000F000000000U);
  EXPECT_EQ(bench.other.bytes(0x1024, 4), counting(4));
}

TEST(PinCases, B04_PartOfAWordLeavesItsNeighbourAlone) {
  Loop<512> bench("bench");
  const std::vector<std::uint8_t> neighbour = bench.other.bytes(0x8000, 32);
  bench.writes.burst(true, 0, 0x8020, 32, 64, counting(32));
  bench.run(30);
  ASSERT_EQ(bench.words().size(), 1U);
  EXPECT_EQ(bench.words()[0].strobes, 0xFFFFFFFF00000000U);
  EXPECT_EQ(bench.other.bytes(0x8000, 32), neighbour);
  EXPECT_EQ(bench.other.bytes(0x8020, 32), counting(32));
}

TEST(PinCases, B08_WlastIsWithTheLastBeatAlone) {
  Loop<64> bench("bench");
  bench.writes.burst(true, 0, 0x2000, 16, 8, counting(16));
  bench.run(30);
  ASSERT_EQ(bench.words().size(), 2U);
  EXPECT_FALSE(bench.words()[0].last);
  EXPECT_TRUE(bench.words()[1].last);
  EXPECT_EQ(bench.other.bytes(0x2000, 16), counting(16));
  EXPECT_EQ(bench.checker.text(), "");
}

TEST(PinCases, C09_IdsThatDoNotFitAreAConfigurationError) {
  try {
    const cosim::AxiManagerBridge<64, 2> bridge("bridge", cosim::AxiIdFrom::kSlot, 5);
    FAIL() << "five IDs fit into two bits";
  } catch (const sc_core::sc_report& report) {
    EXPECT_STREQ(report.get_msg_type(), "/sgdma/axi/id_width");
    EXPECT_THAT(report.get_msg(), HasSubstr("5 IDs do not fit into 2 bits"));
  }
}

TEST(PinCases, D08_ResponsesCountWhileTheyAreValid) {
  Scripted<64> bench("bench");
  bench.other.idle_response = cosim::kAxiSlverr;
  bench.run(50);
  bench.reads.burst(false, 0, 0x1000, 8, 8);
  bench.writes.burst(true, 1, 0x2000, 8, 8, counting(8));
  bench.run(50);
  ASSERT_EQ(bench.reads.answers().size(), 1U);
  EXPECT_EQ(bench.reads.answers()[0].status, tlm::TLM_OK_RESPONSE);
  ASSERT_EQ(bench.writes.answers().size(), 1U);
  EXPECT_EQ(bench.writes.answers()[0].status, tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(bench.checker.text(), "");
}

// The first beat is taken at cycle 2, its B is valid behind 3 and would be taken at 4: the bridge
// sees it when clk falls before that.
TEST(PinCases, D09_AResponseBeforeTheLastBeatIsSeen) {
  Scripted<64> bench("bench");
  bench.other.early_after = 1;
  bench.writes.burst(true, 1, 0x2000, 32, 8, counting(32));
  try {
    bench.run(50);
    FAIL() << "nobody minds the response";
  } catch (const sc_core::sc_report& report) {
    EXPECT_STREQ(report.get_msg_type(), "/sgdma/axi/response");
    EXPECT_THAT(report.get_msg(), HasSubstr("a write response of ID 1 before its burst was out"));
  }
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::sc_time(2500, sc_core::SC_PS));
  EXPECT_EQ(bench.words().size(), 2U);
  // The last beat, which answers for the burst, has not been answered.
  EXPECT_LT(bench.writes.answers().size(), 4U);
}

TEST(PinCases, D09_AResponseBeforeTheLastBeatIsSeenOnTheWires) {
  Scripted<64> bench("bench");
  sc_core::sc_report_handler::set_actions("/sgdma/axi/response", sc_core::SC_DO_NOTHING);
  bench.other.early_after = 1;
  bench.writes.burst(true, 1, 0x2000, 32, 8, counting(32));
  bench.run(50);
  ASSERT_EQ(bench.checker.reports().size(), 1U) << bench.checker.text();
  EXPECT_EQ(bench.checker.reports()[0].rule, "response");
  EXPECT_EQ(bench.checker.reports()[0].cycle, 4U);
  // It answers nothing: the last beat still waits.
  EXPECT_EQ(bench.words().size(), 4U);
  EXPECT_EQ(bench.writes.answers().size(), 3U);
  EXPECT_EQ(bench.bridge.outstanding(), 1U);
}

TEST(PinCases, D10_AShortErrorBurstFailsAllOfItsBeats) {
  Scripted<64> bench("bench");
  sc_core::sc_report_handler::set_actions("/sgdma/axi/short_burst", sc_core::SC_DO_NOTHING);
  bench.other.short_reads = true;
  bench.reads.burst(false, 2, 0x1000, 64, 8);
  bench.run(50);
  ASSERT_EQ(bench.reads.answers().size(), 8U);
  for (const BeatSender::Answer& answer : bench.reads.answers()) {
    EXPECT_EQ(answer.status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
  }
  EXPECT_TRUE(bench.checker.broke("last"));
  EXPECT_EQ(bench.bridge.outstanding(), 0U);
  EXPECT_EQ(bench.reads.alive(), 0U);
  // Nobody waits for the other seven: the next burst of the ID gets its own beats.
  bench.other.short_reads = false;
  bench.reads.burst(false, 2, 0x3000, 16, 8);
  bench.run(50);
  ASSERT_EQ(bench.reads.answers().size(), 10U);
  EXPECT_EQ(bench.reads.answers()[9].address, 0x3008U);
  EXPECT_EQ(bench.reads.answers()[9].status, tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(bench.reads.answers()[9].data[1], 0x30);
}

TEST(PinCases, F03_WhatIsOfferedInResetIsNotTaken) {
  SubordinateBench<64, 4> bench("bench");
  bench.aresetn.write(false);
  bench.master.drives_in_reset = true;
  bench.master.reads.push_back({1, 0x9000, 4, 3});
  bench.master.writes.push_back({1, 0x9000, 4, 3});
  bench.run(20);
  EXPECT_TRUE(bench.checker.broke("reset"));
  EXPECT_EQ(bench.bridge.payloads().high_water(), 0U);
  // The master, too, forgets what it had.
  bench.master.drives_in_reset = false;
  bench.master.reads.clear();
  bench.master.writes.clear();
  bench.run(2);
  bench.master.reads.push_back({3, 0x1000, 1, 3});
  bench.aresetn.write(true);
  ASSERT_TRUE(bench.run_until(1, 0));
  EXPECT_EQ(bench.master.beats()[0].id, 3U);
  EXPECT_EQ(bench.master.beats()[0].data.range(7, 0).to_uint(), bench.byte(0x1000));
}

TEST(PinCases, K03_ACoarserResolutionRunsAlike) {
  const std::vector<TimedRequest> work = parse_stimulus("1 0 g 0x1000 64\n1 1 s 0x2000 24\n");
  const CoreBenchConfig config = contract_config(3, 1, false);
  CoreBench core(config, work);
  core.run(RunMode::kEveryEdge);
  sc_core::sc_set_time_resolution(10, sc_core::SC_PS);
  PinBench<Vaxi_ram_ordered, 64, 6> bench("bench", config, work);
  ASSERT_TRUE(bench.run(1000));
  EXPECT_EQ(contract_lines(bench.events()), contract_lines(core.events()));
}

TEST(PinCases, K07_AResponseStaysWhileItWaits) {
  SubordinateBench<64, 4> bench("bench");
  bench.master.hold = [](std::uint64_t cycle) { return cycle % 7 == 0 ? 0U : 16U; };
  for (std::uint32_t id = 0; id < 8; ++id) {
    bench.master.writes.push_back({id, 0x1000 + 8 * id, 1, 3});
    bench.master.words.emplace_back();
    bench.master.words.back().strobes = 0xFF;
  }
  ASSERT_TRUE(bench.run_until(0, 8));
  for (std::uint32_t id = 0; id < 8; ++id) EXPECT_EQ(bench.master.responses()[id].id, id);
  EXPECT_EQ(bench.checker.text(), "");
  EXPECT_GT(bench.checker.held_up(), 6U);
}

TEST(PinCases, K08_SparseStrobesNeitherStallNorGrow) {
  SubordinateBench<64, 4> bench("bench");
  constexpr std::uint32_t kAccesses = 10'000;
  const unsigned strobes[] = {0x01, 0x80, 0x81};
  for (std::uint32_t at = 0; at < kAccesses; ++at) {
    bench.master.writes.push_back({at % 16, 0x1000 + 8 * (at % 256), 1, 3});
    ScriptedMaster<64, 4>::Word word;
    word.strobes = strobes[at % 3];
    word.data = static_cast<sc_dt::uint64>(at & 0xFFU) * 0x0101010101010101ULL;
    bench.master.words.push_back(word);
  }
  const std::uint8_t between = bench.byte(0x1001);
  ASSERT_TRUE(bench.run_until(0, kAccesses));
  EXPECT_EQ(bench.checker.text(), "");
  EXPECT_EQ(bench.bridge.payloads().alive(), 0U);
  EXPECT_LT(bench.bridge.payloads().high_water(), 20U);
  EXPECT_EQ(bench.byte(0x1001), between);
  // The last of the 256 words: access 9983, and before that 9727, ...: 9983 % 3 is 2.
  EXPECT_EQ(bench.byte(0x17F8), 9983 & 0xFF);
  EXPECT_EQ(bench.byte(0x17FF), 9983 & 0xFF);
}

// The clock of all is that of a flip-flop, which halves another: what changes with it changes one
// delta later than with the clock itself, and every cycle is the same.
template <class Clock>
std::vector<std::uint64_t> cycles_on(Clock& clk, double nanoseconds) {
  sc_core::sc_signal<bool> aresetn("aresetn");
  cosim::AxiWires<64, 4> wires("axi_");
  ScriptedMaster<64, 4> master("master");
  AxiChecker<64, 4> checker("checker");
  PinMemory<64> memory("memory");
  bind_pins(master, clk, aresetn, wires);
  bind_pins(checker, clk, aresetn, wires);
  bind_pins(memory, clk, aresetn, wires);
  aresetn.write(true);
  master.reads.push_back({1, 0x1000, 4, 3});
  master.writes.push_back({2, 0x2000, 1, 3});
  master.words.emplace_back();
  master.words.back().strobes = 0xFF;
  sc_core::sc_start(nanoseconds, sc_core::SC_NS);
  EXPECT_EQ(checker.text(), "");
  std::vector<std::uint64_t> cycles;
  for (const auto& beat : master.beats()) cycles.push_back(beat.cycle);
  for (const auto& response : master.responses()) cycles.push_back(response.cycle);
  return cycles;
}

/// Halves a clock.
struct Divider : sc_core::sc_module {
  explicit Divider(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    using SC_CURRENT_USER_MODULE = Divider;
    SC_METHOD(rise);
    sensitive << clk.posedge_event();
    dont_initialize();
  }
  void rise() { half.write(!half.read()); }

  sc_core::sc_clock clk{"clk", 1, sc_core::SC_NS};
  sc_core::sc_signal<bool> half{"half"};
};

// AR is offered behind the edge at 0 ns and taken at 2 ns; memory counts from a nanosecond later
// on, so that the first beat is there at 550 ns and taken at 552 ns, which is cycle 277. B: 4.
const std::vector<std::uint64_t> kCyclesOfTwoNanoseconds = {277, 278, 279, 280, 4};

TEST(PinCases, K09_ADividedClockIsAClock) {
  Divider divider("divider");
  EXPECT_EQ(cycles_on(divider.half, 2000), kCyclesOfTwoNanoseconds);
}

TEST(PinCases, K09_TheClockItselfGivesTheSameCycles) {
  sc_core::sc_clock clk("clk", 2, sc_core::SC_NS);
  EXPECT_EQ(cycles_on(clk, 2000), kCyclesOfTwoNanoseconds);
}

TEST(PinCases, K10_ReadyThatFollowsValidIsNoLoop) {
  Scripted<64> bench("bench");
  bench.other.ready_is_valid = true;
  bench.reads.burst(false, 0, 0x1000, 16, 8);
  bench.writes.burst(true, 1, 0x2000, 16, 8, counting(16));
  bench.run(50);
  EXPECT_EQ(bench.reads.answers().size(), 2U);
  EXPECT_EQ(bench.writes.answers().size(), 2U);
  EXPECT_EQ(bench.checker.text(), "");
  EXPECT_LT(sc_core::sc_delta_count(), 50U * 20U);
}

}  // namespace
}  // namespace sgdma::test
