// Targets that do not answer, through the real binary: `bus.timeout` and `[[fault]]` "silent". The
// edges themselves are docs/timing.md's.

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/case_run.h"
#include "support/small_engine.h"

namespace sgdma::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr const char* kFault = "cycle qp addr beat status";
constexpr const char* kQuarantine = "cycle qp addr heard phase since";
constexpr const char* kCompletion = "cycle tag status bytes";

/// `--set` of the timeout, and what a test sets besides.
std::vector<std::string> timeout(unsigned cycles, const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments = {"--set",
                                        "bus.timeout=\"" + std::to_string(cycles) + " cycles\""};
  for (const std::string& setting : more) {
    arguments.emplace_back("--set");
    arguments.push_back(setting);
  }
  return arguments;
}

std::string at(unsigned cycle) { return "at = \"" + std::to_string(cycle) + " cycles\"\n"; }

/// A SEND of queue pair `qp` that gathers from `address`, at a cycle.
std::string send(unsigned qp, unsigned address, unsigned bytes, unsigned cycle) {
  return "[[wqe]]\nqp = " + std::to_string(qp) + "\nop = \"send\"\n" + at(cycle) +
         "sge = [{ addr = " + std::to_string(address) + ", len = \"" + std::to_string(bytes) +
         " B\", key = 1 }]\n";
}

/// A WRITE that comes in for queue pair `qp`.
std::string incoming(unsigned qp, unsigned address, unsigned bytes, unsigned cycle) {
  return "[[packet]]\nqp = " + std::to_string(qp) + "\nop = \"write_only\"\n" + at(cycle) +
         "va = " + std::to_string(address) + "\nrkey = 1\nbytes = \"" + std::to_string(bytes) +
         " B\"\n";
}

std::string silent(const std::string& keys) {
  return "[[fault]]\nanswer = \"silent\"\n" + keys + "\n";
}

// Asked for at 3, words at 8 to 11, and then nothing: 12 edges after 3 the transfer fails with the
// 32 bytes that moved, and the next one of the same queue pair works.
TEST(SilentTarget, FailsItsTransferAndNoOther) {
  const CaseRun run(small_engine(1) + send(1, 0, 64, 0) + send(1, 4096, 64, 20) +
                        silent("number = 0\nside = \"sq\"\nqp = 1\nbeat = 4"),
                    timeout(12));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("fault", kFault), ElementsAre("15 1 0x20 4 TIMEOUT"));
  EXPECT_THAT(run.list("quarantine", kQuarantine), ElementsAre("15 1 0x0 4 held 15"));
  EXPECT_THAT(run.list("completion", kCompletion),
              ElementsAre("15 1.sq.0.0@0 GENERAL_ERR 32", "35 1.sq.1.0@0 SUCCESS 64"));
  EXPECT_THAT(run.list("cqe", "cycle number status"),
              ElementsAre("16 0 GENERAL_ERR", "36 1 SUCCESS"));
  EXPECT_EQ(run.result("/mid_transaction/quarantine/gather/bursts"), "1");
  EXPECT_EQ(run.result("/mid_transaction/quarantine/gather/held"), "1");
  EXPECT_EQ(run.result("/mid_transaction/quarantine/gather/time/count"), "0");
  EXPECT_EQ(run.result("/mid_transaction/quarantine/scatter/bursts"), "0");
  EXPECT_EQ(run.result("/mid_transaction/quarantine/blocked_sockets"), "[]");
  EXPECT_EQ(run.result("/mid_transaction/fault_to_cqe/max"), "1");
  EXPECT_THAT(run.err(), HasSubstr("silence    1 bursts were not answered in time, 1 never"));
}

// All eight words are there at 15.
TEST(SilentTarget, IsNoneWhereTheAnswerComesWithTheLastEdge) {
  const CaseRun run(small_engine(1) + send(1, 0, 64, 0), timeout(12));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("completion", kCompletion), ElementsAre("15 1.sq.0.0@0 SUCCESS 64"));
  const CaseRun shorter(small_engine(1) + send(1, 0, 64, 0), timeout(11));
  EXPECT_TRUE(shorter.sound()) << shorter.err();
  EXPECT_THAT(shorter.list("fault", kFault), ElementsAre("14 1 0x38 7 TIMEOUT"));
}

// C02, a read that is retired before its last beat: words 0 to 3 come at 8 to 11; words 4 to 7 are
// 20 cycles late, at 32 to 35. The next transfer, granted at 16 in the same slot, asks at 17 with
// another tag, and has its own words from 22 to 29; the one after asks at 32. None gets a late one.
TEST(BusErrorCases, C02_LateBeatsReachNoNewWqe) {
  const CaseRun run(small_engine(1) + send(1, 0, 64, 0) + send(1, 4096, 64, 10) +
                        send(1, 8192, 64, 20) +
                        silent("number = 0\nside = \"sq\"\nqp = 1\nbeat = 4\nlate = \"20 ns\""),
                    timeout(12, {"engine.slots=1"}));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("quarantine", kQuarantine),
              ElementsAre("15 1 0x0 4 held 15", "35 1 0x0 8 answered 15"));
  EXPECT_THAT(run.list("waste", "cycle tag id beat"),
              ElementsAre("32 1.sq.0.0@0 0 4", "33 1.sq.0.0@0 0 5", "34 1.sq.0.0@0 0 6",
                          "35 1.sq.0.0@0 0 7"));
  EXPECT_THAT(run.list("burst", "tag id"),
              ElementsAre("1.sq.0.0@0 0", "1.sq.1.0@0 1", "1.sq.2.0@0 1"));
  EXPECT_THAT(run.list("cqe", "number status bytes"),
              ElementsAre("0 GENERAL_ERR 0", "1 SUCCESS 64", "2 SUCCESS 64"));
  EXPECT_EQ(run.result("/mid_transaction/quarantine/gather/time/max"), "20");
  EXPECT_EQ(run.result("/mid_transaction/quarantine/gather/time/min"), "20");
  EXPECT_EQ(run.result("/mid_transaction/quarantine/gather/held"), "0");
  EXPECT_EQ(run.result("/read/wasted_beats"), "4");
}

// Queue pair 2 works as if nothing had been: its words come behind those of queue pair 1, which
// come or do not.
TEST(SilentTarget, LeavesOthersAsTheyAre) {
  const std::string work =
      small_engine(2) + send(1, 0, 64, 0) + send(2, 4096, 256, 0) + send(2, 8192, 64, 0);
  const CaseRun without(work, timeout(60));
  const CaseRun with(work + silent("qp = 1\nbeat = 0"), timeout(60));
  EXPECT_TRUE(with.sound()) << with.err();
  EXPECT_THAT(with.list("fault", "qp status"), ElementsAre("1 TIMEOUT"));
  for (const char* name : {"grant", "burst", "response", "free", "completion", "cqe"}) {
    EXPECT_EQ(with.list(name, "cycle qp", "qp=2"), without.list(name, "cycle qp", "qp=2")) << name;
  }
  EXPECT_EQ(with.list("beat", "cycle addr", "qp=2"), without.list("beat", "cycle addr", "qp=2"));
}

// Words driven at 3 to 10; the response of the burst stays away: 10 + 9.
TEST(SilentTarget, FailsAScatterWithoutItsResponse) {
  const std::string work = small_engine(1) + incoming(1, 4096, 64, 0) + incoming(1, 8192, 64, 30);
  const CaseRun run(work + silent("limit = 1\nlate = \"100 ns\""),
                    timeout(9, {"bus.posted_writes=false"}));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("fault", kFault), ElementsAre("19 1 0x1000 0 TIMEOUT"));
  EXPECT_THAT(run.list("completion", "tag status bytes"),
              ElementsAre("1.responder.0.0@0 GENERAL_ERR 64", "1.responder.1.0@0 SUCCESS 64"));
  EXPECT_THAT(run.list("quarantine", "id phase"), ElementsAre("0 held", "0 answered"));
  EXPECT_EQ(run.result("/mid_transaction/quarantine/scatter/time/count"), "1");
}

// The reset at 6 takes effect at 7. What is left of the transfer is a burst that nobody answers: it
// goes at 15, no CQE is written, and the queue pair works again.
TEST(SilentTarget, DoesNotHoldAResetForEver) {
  for (const std::string kind : {"qp_reset", "engine_reset"}) {
    std::string scenario = small_engine(1) + send(1, 0, 64, 0) + send(1, 4096, 64, 40);
    scenario += silent("qp = 1\nlimit = 1");
    scenario += "[[event]]\nkind = \"" + kind + "\"\n";
    scenario += kind == "qp_reset" ? "qp = 1\n" : "";
    scenario += at(6);
    const CaseRun run(scenario, timeout(12));
    EXPECT_TRUE(run.sound()) << run.err();
    EXPECT_THAT(run.list("control", "cycle phase"), ElementsAre("7 asked", "15 answered"));
    EXPECT_THAT(run.list("fault", kFault), IsEmpty());
    EXPECT_THAT(run.list("quarantine", kQuarantine), ElementsAre("15 1 0x0 0 held 15"));
    EXPECT_THAT(run.list("cqe", "status"), ElementsAre("SUCCESS"));
    EXPECT_THAT(run.list("burst", "cycle id"), ElementsAre("3 0", "43 1"));
  }
}

// A word takes 80 cycles on the path: the second one is out at 4 and is not taken while anybody
// looks. Its transfer has gone, and the socket stays as it is.
TEST(SilentTarget, IsNamedWhereItBlocksItsSocket) {
  std::vector<std::string> arguments = timeout(9, {"memory.write_bandwidth=\"800 Mbit/s\""});
  arguments.insert(arguments.end(), {"--max-cycles", "60"});
  const CaseRun run(small_engine(1) + incoming(1, 4096, 64, 0) + incoming(1, 8192, 64, 0),
                    arguments);
  ASSERT_THAT(run.list("fault", "addr status"), SizeIs(1));
  EXPECT_EQ(run.result("/mid_transaction/quarantine/blocked_sockets/0/socket"), "write");
  EXPECT_EQ(run.result("/mid_transaction/quarantine/blocked_sockets/0/addr"), "0x1000");
  EXPECT_THAT(run.err(), HasSubstr("BLOCKED    the write socket"));
  EXPECT_THAT(run.err(), HasSubstr("the write socket has not accepted the beat at"));
}

// Without a timeout nothing changes: the run waits for ever, and says for what.
TEST(SilentTarget, IsADeadlockWithoutATimeout) {
  const CaseRun run(small_engine(1) + send(1, 0, 64, 0) + silent("qp = 1"));
  EXPECT_EQ(run.result("/ending"), "deadlock");
  EXPECT_THAT(run.list("quarantine", kQuarantine), IsEmpty());
}

}  // namespace
}  // namespace sgdma::test
