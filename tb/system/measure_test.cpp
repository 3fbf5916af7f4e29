/// The measurement window: figures cover its edges and no others.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/case_run.h"

namespace sgdma::test {
namespace {

/// One WRITE of 256 bytes every 100 cycles, 4 beats each, for 2000 cycles.
std::string steady_work() {
  return case_bus(64, 4) + kWholeMemory + case_queue_pairs(1) +
         "[[wqe]]\nqp = 0\nop = \"write\"\ncount = 20\nevery = \"100 cycles\"\n"
         "sge = [{ addr = \"0x1000\", len = \"256 B\", key = \"all\" }]\n";
}

std::string count_between(const std::vector<std::uint64_t>& cycles, std::uint64_t from,
                          std::uint64_t until) {
  return std::to_string(std::count_if(cycles.begin(), cycles.end(), [&](std::uint64_t cycle) {
    return from <= cycle && cycle < until;
  }));
}

TEST(Measure, WarmUpAndWindowCountTheirEdgesOnly) {
  // Both ends of the window fall between the four beats of a transfer.
  const CaseRun whole(steady_work());
  ASSERT_TRUE(whole.sound()) << whole.err();
  const std::vector<std::uint64_t> all = whole.numbers("beat", "cycle");
  ASSERT_EQ(all.size(), 80U);
  const std::uint64_t from = all[13];
  const std::uint64_t until = all[51];
  const CaseRun run(steady_work(),
                    {"--set", "measure.warm_up=" + std::to_string(from) + " cycles", "--set",
                     "measure.window=" + std::to_string(until - from) + " cycles"});
  ASSERT_TRUE(run.sound()) << run.err();
  const std::vector<std::uint64_t> beats = run.numbers("beat", "cycle");
  EXPECT_EQ(beats, all);
  EXPECT_EQ(run.result("/cycles"), whole.result("/cycles"));
  EXPECT_EQ(run.result("/measured_cycles"), std::to_string(until - from));
  EXPECT_EQ(run.result("/read/beats"), "38");
  EXPECT_EQ(run.result("/read/bytes"), std::to_string(38 * 64));
  EXPECT_EQ(run.result("/read/bursts"), count_between(run.numbers("burst", "cycle"), from, until));
  EXPECT_EQ(run.result("/latency/count"), count_between(run.numbers("post", "cycle"), from, until));
  std::uint64_t charged = 0;
  for (const char* cause : {"moved", "bus_back_pressure", "payload_back_pressure",
                            "payload_starved", "outstanding_limit", "waiting_for_memory",
                            "tearing_down", "key_miss", "slot_limit", "no_slot", "no_work"}) {
    charged += std::stoull(run.result(std::string("/read/cycles/") + cause));
  }
  EXPECT_EQ(charged, until - from);
}

// The shortest windows there are, at the very beginning and behind it: edge 0 alone, 0 and 1, 1.
TEST(Measure, AWindowMayEndWithTheFirstEdge) {
  const auto measured = [](const std::string& from, const std::string& length) {
    const CaseRun run(steady_work(), {"--set", "measure.warm_up=" + from + " cycles", "--set",
                                      "measure.window=" + length + " cycles"});
    EXPECT_TRUE(run.sound()) << run.err();
    return run.result("/measured_cycles");
  };
  EXPECT_EQ(measured("0", "1"), "1");
  EXPECT_EQ(measured("0", "2"), "2");
  EXPECT_EQ(measured("1", "1"), "1");
}

TEST(Measure, WarmUpLastsToTheEndWithoutAWindow) {
  const CaseRun run(steady_work(), {"--set", "measure.warm_up=1000 cycles"});
  ASSERT_TRUE(run.sound()) << run.err();
  EXPECT_EQ(std::stoull(run.result("/measured_cycles")) + 1000, std::stoull(run.result("/cycles")));
  EXPECT_EQ(run.result("/read/beats"), "40");
}

}  // namespace
}  // namespace sgdma::test
