// A reset of the pins in the middle of traffic: what was on them fails, what was not goes out
// later.

#include <cstdint>
#include <cstdio>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "Vaxi_ram_64.h"
#include "cosim/manager_bench.h"
#include "cosim/pin_bench.h"
#include "cosim/pin_memory.h"
#include "cosim/scripted_subordinate.h"
#include "cosim/subordinate_bench.h"
#include "support/scenario_generator.h"
#include "support/trace_stimulus.h"

namespace sgdma::test {
namespace {

using Bench = ManagerBench<ScriptedSubordinate<64, 4>, 64, 4>;

const tlm::tlm_response_status kFailed = tlm::TLM_GENERIC_ERROR_RESPONSE;
const tlm::tlm_response_status kOk = tlm::TLM_OK_RESPONSE;

/// Low between two edges, for some of them.
void reset(Bench& bench) {
  bench.aresetn.write(false);
  bench.run(3);
  bench.aresetn.write(true);
}

std::vector<tlm::tlm_response_status> statuses(const BeatSender& sender) {
  std::vector<tlm::tlm_response_status> statuses;
  for (const BeatSender::Answer& answer : sender.answers()) statuses.push_back(answer.status);
  return statuses;
}

/// Between two edges, behind the clock's fall where `late`: what the next edge would take has been
/// answered then, but the edge never takes it.
class PinReset : public testing::TestWithParam<bool> {
 protected:
  void settle() { sc_core::sc_start(GetParam() ? 700 : 200, sc_core::SC_PS); }
};

void expect_quiet(const Bench& bench) {
  EXPECT_EQ(bench.checker.text(), "");
  EXPECT_EQ(bench.bridge.outstanding(), 0U);
  EXPECT_EQ(bench.reads.alive() + bench.writes.alive(), 0U);
}

TEST_P(PinReset, FailsReadsThatAreAddressedAtOnce) {
  Bench bench("bench");
  settle();
  bench.run(2);
  bench.reads.burst(false, 1, 0x1000, 64, 8);
  bench.run(3);
  const std::size_t came = bench.reads.answers().size();
  ASSERT_GT(bench.bridge.outstanding(), 0U);
  ASSERT_LT(came, 8U);
  bench.aresetn.write(false);
  sc_core::sc_start(1, sc_core::SC_PS);
  std::vector<tlm::tlm_response_status> expected(8, kFailed);
  std::fill_n(expected.begin(), came, kOk);
  EXPECT_EQ(statuses(bench.reads), expected);
  EXPECT_EQ(bench.bridge.outstanding(), 0U);
  // Asked in the reset, it goes out afterwards, and gets what is its own.
  bench.reads.burst(false, 1, 0x3000, 8, 8);
  bench.run(3);
  EXPECT_EQ(bench.reads.answers().size(), 8U);
  bench.aresetn.write(true);
  bench.run(10);
  ASSERT_EQ(bench.reads.answers().size(), 9U);
  EXPECT_EQ(bench.reads.answers()[8].status, kOk);
  EXPECT_EQ(bench.reads.answers()[8].data[1], 0x30);
  expect_quiet(bench);
}

TEST_P(PinReset, LeavesReadsThatNobodyHasTaken) {
  Bench bench("bench");
  bench.aresetn.write(false);
  settle();
  bench.reads.burst(false, 1, 0x1000, 16, 8);
  bench.run(5);
  bench.aresetn.write(true);
  sc_core::sc_start(1, sc_core::SC_PS);
  reset(bench);
  bench.run(10);
  EXPECT_EQ(statuses(bench.reads), std::vector<tlm::tlm_response_status>(2, kOk));
  expect_quiet(bench);
}

TEST_P(PinReset, FailsTheRestOfAWriteBurstThatHasBegun) {
  Bench bench("bench");
  bench.other.takes_words = 3;
  settle();
  bench.run(2);
  bench.writes.burst(true, 1, 0x1000, 64, 8, std::vector<std::uint8_t>(64, 0x5A));
  bench.run(10);
  ASSERT_EQ(bench.words().size(), 3U);
  reset(bench);
  bench.other.takes_words = ~0U;
  std::vector<tlm::tlm_response_status> expected(8, kFailed);
  std::fill_n(expected.begin(), 3, kOk);  // of the beats; the burst's is that of the last
  EXPECT_EQ(statuses(bench.writes), expected);
  // The next burst begins with its own address and its own beats.
  bench.writes.burst(true, 2, 0x2000, 16, 8, std::vector<std::uint8_t>(16, 0xA5));
  bench.run(10);
  EXPECT_EQ(bench.words().size(), 5U);
  EXPECT_EQ(bench.writes.answers().back().status, kOk);
  expect_quiet(bench);
}

TEST_P(PinReset, DropsTheAddressOfWordsThatWereTakenBefore) {
  Bench bench("bench");
  bench.other.takes_addresses = false;
  bench.other.takes_words = 3;  // a burst of two, and one of the next two
  settle();
  bench.run(2);
  bench.writes.burst(true, 1, 0x1000, 16, 8, std::vector<std::uint8_t>(16, 0x5A));
  bench.writes.burst(true, 2, 0x2000, 16, 8, std::vector<std::uint8_t>(16, 0x5A));
  bench.run(10);
  ASSERT_EQ(bench.words().size(), 3U);
  bench.writes.burst(true, 3, 0x3000, 16, 8, std::vector<std::uint8_t>(16, 0xA5));
  reset(bench);
  bench.other.takes_addresses = true;
  bench.other.takes_words = ~0U;
  bench.run(20);
  // The third burst, of which nothing was taken, is the only one that went out.
  EXPECT_EQ(bench.words().size(), 5U);
  std::map<std::uint64_t, tlm::tlm_response_status> seen;
  for (const BeatSender::Answer& answer : bench.writes.answers()) {
    seen[answer.address] = answer.status;
  }
  const std::map<std::uint64_t, tlm::tlm_response_status> expected = {
      {0x1000, kOk},     {0x1008, kFailed}, {0x2000, kOk},
      {0x2008, kFailed}, {0x3000, kOk},     {0x3008, kOk}};
  EXPECT_EQ(seen, expected);
  expect_quiet(bench);
}

TEST_P(PinReset, FailsAWriteBurstWhoseResponseIsMissing) {
  Bench bench("bench");
  settle();
  bench.run(2);
  bench.writes.burst(true, 1, 0x1000, 8, 8, std::vector<std::uint8_t>(8, 0x5A));
  while (bench.words().empty()) bench.run(1);
  ASSERT_TRUE(bench.writes.answers().empty());
  reset(bench);
  EXPECT_EQ(statuses(bench.writes), std::vector<tlm::tlm_response_status>(1, kFailed));
  bench.run(10);
  expect_quiet(bench);
}

TEST_P(PinReset, LeavesTheManagersRequestsUnanswered) {
  SubordinateBench<64, 4> bench("bench");
  settle();
  bench.run(2);
  bench.master.reads.push_back({1, 0x1000, 16, 3});
  bench.master.writes.push_back({2, 0x1000, 2, 3});
  for (const bool last : {false, true, false}) {  // the third word has no address
    bench.master.words.emplace_back();
    bench.master.words.back().strobes = 0xFF;
    bench.master.words.back().last = last;
  }
  bench.master.hold = [](std::uint64_t) { return 16U; };  // BREADY
  bench.run(10);
  const std::size_t came = bench.master.beats().size();
  ASSERT_GT(came, 0U);
  ASSERT_LT(came, 16U);
  bench.aresetn.write(false);
  bench.run(3);
  bench.aresetn.write(true);
  bench.master.hold = [](std::uint64_t) { return 0U; };
  bench.run(20);
  EXPECT_EQ(bench.master.beats().size(), came);
  EXPECT_TRUE(bench.master.responses().empty());
  EXPECT_EQ(bench.bridge.payloads().alive(), 0U);
  bench.master.reads.push_back({3, 0x2000, 1, 3});
  bench.master.writes.push_back({4, 0x3000, 1, 3});
  bench.master.words.emplace_back();
  bench.master.words.back().strobes = 0xFF;
  bench.master.words.back().data = 0x5A;
  ASSERT_TRUE(bench.run_until(came + 1, 1));
  EXPECT_EQ(bench.master.beats().back().id, 3U);
  EXPECT_EQ(bench.master.beats().back().data.range(7, 0).to_uint(), bench.byte(0x2000));
  EXPECT_EQ(bench.master.responses().back().id, 4U);
  EXPECT_EQ(bench.byte(0x3000), 0x5A);
  EXPECT_EQ(bench.checker.text(), "");
}

/// What is offered when the reset rises, or in one that is over before the next edge.
TEST_P(PinReset, IsNotReadyBeforeAnEdge) {
  SubordinateBench<64, 4> bench("bench");
  bench.master.drives_in_reset = true;  // wrong, but not the bridge's fault
  settle();
  bench.aresetn.write(false);
  bench.run(2);
  bench.master.reads.push_back({1, 0x1000, 1, 3});
  bench.run(2);
  EXPECT_FALSE(bench.wires.arready.read());
  bench.aresetn.write(true);
  sc_core::sc_start(1, sc_core::SC_PS);
  EXPECT_FALSE(bench.wires.arready.read());
  ASSERT_TRUE(bench.run_until(1, 0));
  bench.master.reads.push_back({2, 0x2000, 1, 3});
  while (!bench.wires.arvalid.read()) bench.run(1);
  bench.aresetn.write(false);
  sc_core::sc_start(1, sc_core::SC_PS);
  bench.aresetn.write(true);
  ASSERT_TRUE(bench.run_until(2, 0));
  bench.run(20);
  EXPECT_EQ(bench.master.beats().size(), 2U);
  EXPECT_EQ(bench.master.beats().back().id, 2U);
  EXPECT_EQ(bench.bridge.payloads().alive(), 0U);
}

INSTANTIATE_TEST_SUITE_P(Late, PinReset, testing::Bool());

/// Resets at random moments under the engine's traffic: each transfer ends once, with its bytes or
/// with an error, and nothing is left over.
class PinResets : public testing::TestWithParam<std::uint64_t> {};

TEST_P(PinResets, EndEachTransferOnce) {
  std::printf("seed %llu\n", static_cast<unsigned long long>(GetParam()));
  std::mt19937 random(static_cast<std::uint32_t>(GetParam()));
  const std::vector<TimedRequest> work = parse_stimulus(random_stimulus(GetParam()));
  PinBench<Vaxi_ram_64, 64, 6> bench("bench", contract_config(0, 0, false), work, [&random] {
    return static_cast<unsigned>(random() & random() & 31U);
  });
  std::vector<std::uint8_t> expected = fresh_memory();
  set_memory(bench.ram, 8, expected);
  for (int resets = 0; resets < 8; ++resets) {
    sc_core::sc_start(static_cast<double>(1000 * (20 + random() % 60) + 50 + random() % 900),
                      sc_core::SC_PS);
    bench.aresetn.write(false);
    sc_core::sc_start(static_cast<double>(1000 * (2 + random() % 5)), sc_core::SC_PS);
    bench.aresetn.write(true);
  }
  ASSERT_TRUE(bench.run(1'000'000));
  EXPECT_EQ(bench.checker.text(), "");
  EXPECT_EQ(bench.leaks(), "");

  std::map<std::string, CompletionStatus> status;  // by tag
  for (const TraceEvent& event : bench.events()) {
    if (event.kind == TraceKind::kCompletion) {
      EXPECT_TRUE(status.emplace(to_string(event.tag), event.status).second) << text_of(event);
    }
  }
  std::size_t failed = 0;
  for (const TimedRequest& timed : work) {
    const TransferRequest& request = timed.request;
    const std::string tag = to_string(request.tag);
    ASSERT_EQ(status.count(tag), 1U) << tag;
    if (status[tag] != CompletionStatus::kSuccess) {
      EXPECT_EQ(status[tag], CompletionStatus::kGeneralErr) << tag;
      ++failed;
      continue;
    }
    if (request.direction == Direction::kGather) {
      ASSERT_EQ(bench.payload().gathered().at(tag), gathered_from(expected, request)) << tag;
      continue;
    }
    scatter_into(expected, request);
    for (const Segment& segment : request.segments) {
      for (std::uint64_t at = segment.address; at < segment.address + segment.bytes; ++at) {
        ASSERT_EQ(bench.ram.byte(at), expected[at]) << tag;
      }
    }
  }
  EXPECT_EQ(status.size(), work.size());
  EXPECT_GT(failed, 0U);
  EXPECT_LT(failed, work.size());
}

INSTANTIATE_TEST_SUITE_P(Seeds, PinResets, testing::Range<std::uint64_t>(1, 13));

}  // namespace
}  // namespace sgdma::test
