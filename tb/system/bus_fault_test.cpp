// What holds for a transfer whose memory fails, and for those beside it, through the real binary.
//
// Words of 64 bytes, bursts of four, memory that answers after 20 cycles; edges as in
// cases_fault_test.cpp.

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/case_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string sge(unsigned address, unsigned bytes) {
  return fmt::format("{{ addr = {}, len = \"{} B\", key = 1 }}, ", address, bytes);
}

std::string wqe(const std::string& op, unsigned qp, const std::string& sges,
                const std::string& more = "") {
  return fmt::format("[[wqe]]\nqp = {}\nop = \"{}\"\nsge = [{}]\n{}", qp, op, sges, more);
}

std::string packet(const std::string& op, unsigned qp, const std::string& keys) {
  return fmt::format("[[packet]]\nqp = {}\nop = \"{}\"\n{}\n", qp, op, keys);
}

std::string scatter(unsigned qp, unsigned address, unsigned bytes) {
  return wqe("recv", qp, sge(address, bytes)) +
         packet("send_only", qp, fmt::format("bytes = \"{} B\"", bytes));
}

std::string fault(const std::string& keys) { return "[[fault]]\n" + keys + "\n"; }

std::string bus(unsigned queue_pairs) {
  return case_bus(64, 4) + kWholeMemory + case_queue_pairs(queue_pairs);
}

// Two bursts of a slot at a time. The first two are driven at 3 and 4; a tag that is given back
// with its burst's last beat, at 28 and 32, serves at 29 and 33. The third burst's beats are taken
// from 51 on, its second one, at 52, is bad; the fourth burst is asked for by then, and ends at 58.
TEST(BusFaults, AGatherBeginsNoBurstOnceItsFaultIsRecorded) {
  const CaseRun run(
      bus(1) + wqe("send", 0, sge(0x10000, 4096)) + fault("beat = 9\nanswer = \"slave_error\""),
      {"--set", "bus.read_bursts_per_slot=2"});
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.numbers("burst", "cycle"), ElementsAre(3, 4, 29, 33));
  EXPECT_THAT(run.list("fault", "cycle addr beat"), ElementsAre("52 0x10240 1"));
  EXPECT_THAT(run.list("completion", "cycle status bytes"), ElementsAre("58 GENERAL_ERR 576"));
  EXPECT_EQ(run.result("/read/wasted_beats"), "7");
}

// Two bursts of a slot at a time. Their responses are seen at 28 and 32; the third burst goes out
// from 29 to 32, in full, and is answered at 54. The fourth would begin at 33.
TEST(BusFaults, AScatterBeginsNoBurstOnceItsFaultIsRecorded) {
  const CaseRun run(bus(1) + scatter(0, 0x10000, 4096) +
                        wqe("send", 0, sge(0x10000, 4096), "at = \"1 us\"\n") +
                        fault("direction = \"scatter\"\nbeat = 6\nanswer = \"slave_error\""),
                    {"--set", "bus.write_bursts_per_slot=2"});
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.numbers("burst", "cycle", "dir=scatter"), ElementsAre(3, 7, 29));
  EXPECT_THAT(run.list("fault", "cycle addr beat"), ElementsAre("32 0x10180 2"));
  EXPECT_THAT(run.list("completion", "cycle status bytes", "dir=scatter"),
              ElementsAre("54 GENERAL_ERR 768"));
}

/// Latencies are drawn, so that the second burst often comes before the first one.
TEST(BusFaults, TheFirstFaultInAddressOrderCounts) {
  bool came_early = false;
  for (const char* seed : {"1", "2", "3", "4", "5", "6"}) {
    const CaseRun run(
        bus(1) + wqe("send", 0, sge(0x10000, 1024)) + fault("beat = 3\nanswer = \"slave_error\"") +
            fault("beat = 5\nanswer = \"decode_error\""),
        {"--seed", seed, "--set", "bus.response_order=any", "--set", "memory.reorder_window=4",
         "--set", "memory.read_latency={ uniform = [\"20 ns\", \"90 ns\"] }"});
    EXPECT_TRUE(run.sound()) << run.err();
    EXPECT_THAT(run.list("fault", "segment addr beat status"), ElementsAre("0 0x100c0 3 SLVERR"));
    EXPECT_THAT(run.list("completion", "status bytes"), ElementsAre("GENERAL_ERR 192"));
    const std::vector<std::uint64_t> ends = run.numbers("response", "id");
    came_early = came_early || !std::is_sorted(ends.begin(), ends.end());
  }
  EXPECT_TRUE(came_early);
}

/// Work of all kinds for each queue pair.
std::string mixed_work(unsigned queue_pairs) {
  std::string work;
  for (unsigned qp = 0; qp < queue_pairs; ++qp) {
    const unsigned base = 0x100000 * (qp + 1);
    for (unsigned round = 0; round < 3; ++round) {
      const unsigned at = base + 0x10000 * round;
      work += wqe("send", qp, sge(at + 13, 700) + sge(at + 0x1FC0, 300));
      work += wqe("recv", qp, sge(at + 0x3F10, 500) + sge(at + 0x5001, 900));
      work += packet("send_only", qp, "bytes = \"1234 B\"");
      work += packet("write_only", qp,
                     fmt::format("bytes = \"777 B\"\nva = {}\nrkey = 1", at + 0x6003));
      work += packet("read_request", qp,
                     fmt::format("length = \"999 B\"\nva = {}\nrkey = 1", at + 0x7005));
    }
  }
  return work;
}

/// Everything that happens to a queue pair, but for when and with which slot and bus tag.
std::vector<std::string> story_of(const CaseRun& run, unsigned qp) {
  const std::vector<std::pair<const char*, const char*>> kinds = {
      {"post", "dir tag len segments last_part"},
      {"grant", "dir tag addr len"},
      {"burst", "dir tag segment addr bytes beats first_strobe last_strobe"},
      {"beat", "dir tag addr bytes beat last offset remaining"},
      {"response", "dir tag addr status"},
      {"fault", "tag"},
      {"free", "dir tag"},
      {"completion", "dir tag status bytes"},
      {"cqe", "queue number status bytes imm"}};
  std::vector<std::string> story;
  for (const auto& [kind, fields] : kinds) {
    for (const std::string& event : run.list(kind, fields, "qp=" + std::to_string(qp))) {
      story.push_back(std::string(kind) + " " + event);
    }
  }
  return story;
}

/// With one slot each, what a queue pair does is in one order.
TEST(BusFaults, OtherQueuePairsAreAsIfNothingHadHappened) {
  constexpr unsigned kQueuePairs = 5;
  constexpr unsigned kStruck = 2;
  const std::string scenario = bus(kQueuePairs) + mixed_work(kQueuePairs);
  const std::vector<std::string> one_slot = {"--set", "arbiter.slots_per_qp=1"};
  const CaseRun good(scenario, one_slot);
  const CaseRun bad(scenario + fault("qp = 2\nper_million = 30000\nanswer = \"decode_error\"") +
                        fault("qp = 2\nper_million = 30000\nanswer = \"slave_error\"") +
                        fault("qp = 2\nper_million = 20000\nanswer = \"silent\"\nlate = \"1 us\""),
                    one_slot);
  ASSERT_TRUE(good.sound()) << good.err();
  ASSERT_TRUE(bad.sound()) << bad.err();
  for (unsigned qp = 0; qp < kQueuePairs; ++qp) {
    if (qp == kStruck) {
      EXPECT_NE(story_of(bad, qp), story_of(good, qp));
    } else {
      EXPECT_EQ(story_of(bad, qp), story_of(good, qp)) << qp;
    }
  }
  EXPECT_THAT(good.list("fault", "qp"), IsEmpty());
  const std::vector<std::string> faults = bad.list("fault", "tag", "qp=2");
  EXPECT_GE(faults.size(), 4U);
  EXPECT_THAT(bad.list("fault", "qp"), SizeIs(faults.size()));
  // Each transfer of the struck one has one status, the same as often as without its faults.
  EXPECT_EQ(bad.list("completion", "dir tag", "qp=2"), good.list("completion", "dir tag", "qp=2"));
  EXPECT_THAT(bad.list("completion", "tag", "status=GENERAL_ERR"), SizeIs(faults.size()));
}

TEST(BusFaults, WhatIsDrawnDependsOnTheSeedAlone) {
  const std::string scenario =
      bus(2) + mixed_work(2) + fault("per_million = 20000\nanswer = \"slave_error\"");
  const CaseRun run(scenario);
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_GT(run.count("fault"), 0U);
  EXPECT_EQ(CaseRun(scenario).log(), run.log());
  EXPECT_NE(CaseRun(scenario, {"--seed", "2"}).log(), run.log());
}

// Beat 1 would be taken at 26.
TEST(SilentMemory, ALateReadMovesThen) {
  for (const char* order : {"slot", "any"}) {
    const CaseRun run(bus(2) + wqe("send", 0, sge(0x1000, 256)) + wqe("send", 1, sge(0x2000, 256)) +
                          fault("qp = 0\nbeat = 1\nanswer = \"silent\"\nlate = \"100 cycles\""),
                      {"--expect-ok", "--set", std::string("bus.response_order=") + order});
    EXPECT_TRUE(run.sound()) << run.err();
    EXPECT_THAT(run.numbers("beat", "cycle", "qp=0"), ElementsAre(25, 126, 127, 128));
    EXPECT_THAT(run.numbers("beat", "cycle", "qp=1"), ElementsAre(29, 30, 31, 32));
  }
}

// The response of a burst is there with the last of its beats' answers. The second burst would be
// answered at 32, behind the first one it is as late; the third one belongs to another transfer.
TEST(SilentMemory, ALateWriteEndsThen) {
  const CaseRun run(bus(2) + scatter(0, 0x1000, 512) + scatter(1, 0x2000, 256) +
                        fault("qp = 0\nburst = 0\nbeat = 3\nanswer = \"silent\"\nlate = \"50 ns\""),
                    {"--expect-ok", "--set", "arbiter.burst_scheduling=run_to_completion"});
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("response", "cycle tag addr"),
              ElementsAre("36 1.rq.0.0@0 0x2000", "78 0.rq.0.0@0 0x1000", "82 0.rq.0.0@0 0x1100"));
}

/// A host that answers in completions, at times of its own.
TEST(SilentMemory, LateAnswersOfALinkComeInFull) {
  const CaseRun run("[engine]\nslots = 32\n" + std::string(kWholeMemory) + case_queue_pairs(4) +
                        mixed_work(4) +
                        fault("per_million = 5000\nanswer = \"silent\"\nlate = \"2 us\""),
                    {"--expect-ok", "--preset", "pcie-gen4-x16"});
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_GT(std::stoull(run.result("/cycles")), 2000U);
}

// Words of 64 bytes at 1 ns: the gathers of queue pairs 0 and 1 are granted at 2 and 3.
TEST(SilentMemory, AReadThatIsNeverAnsweredIsADeadlockThatNamesIt) {
  const CaseRun run(bus(2) + wqe("send", 0, sge(0x1000, 512)) + wqe("send", 1, sge(0x2000, 512)) +
                    fault("qp = 0\nbeat = 5\nanswer = \"silent\""));
  EXPECT_EQ(run.exit_code(), 1);
  EXPECT_EQ(run.result("/ending"), "deadlock");
  EXPECT_EQ(run.result("/verified"), "true");
  EXPECT_THAT(run.err(), HasSubstr("  slot 0: gather 0.sq.0.0@0 of QP 0, 192 bytes left at 0x1140, "
                                   "1 bursts outstanding\n"));
  EXPECT_THAT(run.list("cqe", "qp status bytes"), ElementsAre("1 SUCCESS 512"));
}

// All bytes have moved, and none is known to be safe.
TEST(SilentMemory, AWriteThatIsNeverAnsweredIsADeadlockThatNamesIt) {
  const CaseRun run(bus(2) + scatter(0, 0x1000, 512) + scatter(1, 0x2000, 512) +
                    wqe("send", 1, sge(0x1000, 512), "at = \"1 us\"\n") +
                    fault("qp = 0\nbeat = 5\nanswer = \"silent\""));
  EXPECT_EQ(run.exit_code(), 1);
  EXPECT_EQ(run.result("/ending"), "deadlock");
  EXPECT_EQ(run.result("/verified"), "true");
  EXPECT_THAT(run.err(), HasSubstr("  slot 0: scatter 0.rq.0.0@0 of QP 0, 0 bytes left at 0x1200, "
                                   "1 bursts outstanding\n"));
  EXPECT_THAT(run.list("cqe", "qp queue status bytes"),
              ElementsAre("1 rq SUCCESS 512", "1 sq SUCCESS 512"));
}

/// Nobody waits for the answers to posted writes, and the slot serves the next one.
TEST(SilentMemory, PostedWritesDoNotWait) {
  const CaseRun run(bus(1) + scatter(0, 0x1000, 512) + scatter(0, 0x1000, 512) +
                        fault("direction = \"scatter\"\nbeat = 5\nanswer = \"silent\""),
                    {"--expect-ok", "--set", "bus.posted_writes=true", "--set", "engine.slots=2"});
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_EQ(run.result("/cqes"), R"({"SUCCESS":2})");
}

TEST(FaultRules, AreRefusedWithTheirPlace) {
  const std::string path = write_scratch_file(
      "refused.toml", case_queue_pairs(1) + fault("qp = 3\nanswer = \"slave_error\"") +
                          fault("answer = \"decode_error\"\nlate = \"1 us\""));
  for (const char* command : {"validate", "run"}) {
    const CommandResult result = run_command({command, path});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.err, HasSubstr(path + ":5:6: error: there is no queue pair 3"));
    EXPECT_THAT(result.err,
                HasSubstr(path + ":9:8: error: fault.late has no meaning with an error"));
  }
}

TEST(FaultRules, AreCountedByValidate) {
  const std::string text = fault("answer = \"slave_error\"");
  const std::string path = write_scratch_file("valid.toml", case_queue_pairs(1) + text + text);
  const CommandResult result = run_command({"validate", path});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, HasSubstr("0 regions, 2 fault rules, and work that arrives 0 times"));
}

}  // namespace
}  // namespace sgdma::test
