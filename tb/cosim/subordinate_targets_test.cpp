// Behind the subordinate bridge there is any target of TLM-2.0, in its own style and time.

#include <cstdint>
#include <deque>
#include <memory>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "Vaxi_copy_engine_64.h"
#include "cosim/bind_pins.h"
#include "cosim/patient_target.h"
#include "cosim/rtl_master_bench.h"
#include "cosim/scripted_master.h"
#include "support/systemc/target_style.h"

namespace sgdma::test {
namespace {

using Bench = RtlMasterBench<Vaxi_copy_engine_64, 64>;

void expect_copies(Bench& bench, TestTarget& target, std::uint32_t seed) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  ASSERT_NO_FATAL_FAILURE(expect_right_copies(bench, target.contents(), seed, 8, 1'000'000));
  EXPECT_EQ(target.answered(), target.taken());
  EXPECT_EQ(bench.read_rules.ended() + bench.write_rules.ended(), target.taken());
}

class SubordinateTargets : public testing::TestWithParam<std::tuple<TargetStyle, std::uint32_t>> {};

TEST_P(SubordinateTargets, AnswerAnRtlMaster) {
  const auto [style, seed] = GetParam();
  std::mt19937 random(seed);
  TargetScript script;
  if (style != TargetStyle::kReordering) {  // it may answer before the request has ended
    script.accept_delay = [&random](const TargetBeat&) { return random() % 3; };
  }
  script.latency = [&random](const TargetBeat&) { return random() % 20; };
  script.in_order = false;
  const std::unique_ptr<TestTarget> target = make_target(style, "target", script);
  Bench bench("bench", target->read_socket(), target->write_socket());
  expect_copies(bench, *target, seed);
}

std::string name_of_case(const testing::TestParamInfo<SubordinateTargets::ParamType>& info) {
  return std::string(name_of(std::get<0>(info.param))) + "_" +
         std::to_string(std::get<1>(info.param));
}

// `blocking` is a simple_target_socket that has b_transport alone.
INSTANTIATE_TEST_SUITE_P(
    Styles, SubordinateTargets,
    testing::Combine(testing::Values(TargetStyle::kEarly, TargetStyle::kReturnPath,
                                     TargetStyle::kFourPhase, TargetStyle::kReordering,
                                     TargetStyle::kBlocking),
                     testing::Range<std::uint32_t>(1, 3)),
    name_of_case);

class PatientTargets : public testing::TestWithParam<std::uint32_t> {};

TEST_P(PatientTargets, AnswerAnRtlMaster) {
  PatientTarget target("target", GetParam());
  Bench bench("bench", target.read_socket(), target.write_socket());
  target.clk(bench.clk);
  expect_copies(bench, target, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Seeds, PatientTargets, testing::Range<std::uint32_t>(1, 9));

/// Ends one request with the next edge, the next one with its call, for a cycle later. Answers each
/// four cycles after it has come.
class AlternatingTarget : public TestTarget {
 public:
  explicit AlternatingTarget(const sc_core::sc_module_name& name) : TestTarget(name, {}) {
    read_socket_.register_nb_transport_fw(this, &AlternatingTarget::transport);
    write_socket_.register_nb_transport_fw(this, &AlternatingTarget::transport);
    using SC_CURRENT_USER_MODULE = AlternatingTarget;
    SC_METHOD(rise);
    sensitive << clk.pos();
    dont_initialize();
  }
  tlm::tlm_target_socket<>& read_socket() override { return read_socket_; }
  tlm::tlm_target_socket<>& write_socket() override { return write_socket_; }

  sc_core::sc_in<bool> clk{"clk"};

 private:
  tlm::tlm_sync_enum transport(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                               sc_core::sc_time& delay) {
    waiting_.emplace_back(&payload, 4);
    if (taken_++ % 2 == 0) {
      requested_ = &payload;
      return tlm::TLM_ACCEPTED;
    }
    phase = tlm::END_REQ;
    delay += script_.period;
    return tlm::TLM_UPDATED;
  }
  void rise() {
    if (requested_ != nullptr) send(*std::exchange(requested_, nullptr), tlm::END_REQ);
    for (auto& [payload, cycles] : waiting_) --cycles;
    if (!waiting_.empty() && waiting_.front().second <= 0) {
      tlm::tlm_generic_payload& payload = *waiting_.front().first;
      waiting_.pop_front();
      serve(payload);
      send(payload, tlm::BEGIN_RESP);
    }
  }
  void send(tlm::tlm_generic_payload& payload, tlm::tlm_phase phase) {
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    read_socket_->nb_transport_bw(payload, phase, delay);
  }

  tlm_utils::simple_target_socket<AlternatingTarget> read_socket_{"read_socket"};
  tlm_utils::simple_target_socket<AlternatingTarget> write_socket_{"write_socket"};
  tlm::tlm_generic_payload* requested_ = nullptr;
  std::deque<std::pair<tlm::tlm_generic_payload*, int>> waiting_;
};

// The first beat's request ends with the edge that takes the second burst: the second beat is sent
// at that edge, and ends its own a cycle later. Nothing else comes to wake up those behind it.
TEST(SubordinateTargetsEndRequests, AtAnEdgeAndLaterInTurns) {
  sc_core::sc_clock clk("clk", 1, sc_core::SC_NS);
  sc_core::sc_signal<bool> aresetn("aresetn");
  cosim::AxiWires<64, 1> wires("axi_");
  AlternatingTarget target("target");
  ScriptedMaster<64, 1> master("master");
  AxiChecker<64, 1> checker("checker");
  cosim::AxiSubordinateBridge<64, 1> bridge("bridge");
  BaseProtocolChecker read_rules("read_rules");
  bind_pins(master, clk, aresetn, wires);
  bind_pins(checker, clk, aresetn, wires);
  bind_pins(bridge, clk, aresetn, wires);
  target.clk(clk);
  bridge.read_socket.bind(read_rules.from);
  read_rules.to.bind(target.read_socket());
  bridge.write_socket.bind(target.write_socket());
  aresetn.write(true);
  master.reads = {{0, 0x1000, 2, 3}, {1, 0x2000, 2, 3}};
  sc_core::sc_start(100, sc_core::SC_NS);
  EXPECT_EQ(master.beats().size(), 4U);
  EXPECT_EQ(checker.text(), "");
  EXPECT_EQ(checker.open(), 0U);
  EXPECT_EQ(bridge.payloads().alive(), 0U);
}

}  // namespace
}  // namespace sgdma::test
