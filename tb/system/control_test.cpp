// Queue pair RESET and ERR and engine reset, through the real binary: what software asks for in the
// middle of transfers, and what it sees. The edges themselves are docs/timing.md's.

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/case_run.h"
#include "support/small_engine.h"

namespace sgdma::test {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Le;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr const char* kControl = "cycle kind phase";
constexpr const char* kCqe = "cycle qp queue number status";

std::string event(const std::string& kind, const std::string& keys) {
  return "[[event]]\nkind = \"" + kind + "\"\n" + keys + "\n";
}

std::string at(unsigned cycle) { return "at = \"" + std::to_string(cycle) + " cycles\"\n"; }

/// A SEND of queue pair `qp` that gathers 64 bytes from `address`, at a cycle.
std::string send(unsigned qp, unsigned address, unsigned cycle) {
  return "[[wqe]]\nqp = " + std::to_string(qp) + "\nop = \"send\"\n" + at(cycle) +
         "sge = [{ addr = " + std::to_string(address) + ", len = \"64 B\", key = 1 }]\n";
}

// Taken in at 1, granted at 2, asked for at 3: the eight words move from 8 on. Asked for after 10,
// the reset takes effect at 11, behind the word of that edge: four have moved. The other four are
// thrown away at 12 to 15, and with the last nothing is in flight.
TEST(QueuePairReset, IsAnsweredWhenNothingIsInFlight) {
  const CaseRun run(small_engine(1) + send(1, 0, 0) + event("qp_reset", "qp = 1\n" + at(10)));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("control", kControl),
              ElementsAre("11 qp_reset asked", "15 qp_reset answered"));
  EXPECT_THAT(run.list("state", "cycle state"), ElementsAre("11 resetting", "15 ready"));
  EXPECT_THAT(run.numbers("beat", "cycle"), ElementsAre(8, 9, 10, 11));
  EXPECT_THAT(run.numbers("waste", "cycle"), ElementsAre(12, 13, 14, 15));
  EXPECT_THAT(run.list("completion", "tag"), IsEmpty());
  EXPECT_THAT(run.list("cqe", kCqe), IsEmpty());
  EXPECT_EQ(run.result("/mid_transaction/qp_reset/latency/max"), "4");
  EXPECT_EQ(run.result("/mid_transaction/discarded_wqes"), "1");
}

// The same reset. A WQE that is posted at 12 comes while it is not answered: it is refused, and
// never executed. One that is posted at 14 is taken in at 15, the edge of the answer, and is number
// 0 of the next life: granted at 16, its words move from 22 to 29, its CQE is written at 30.
TEST(ResetCases, F02_WorkPostedDuringAResetIsNeverExecuted) {
  const CaseRun run(small_engine(1) + send(1, 0, 0) + send(1, 4096, 12) + send(1, 8192, 14) +
                    event("qp_reset", "qp = 1\n" + at(10)));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("reject", "cycle tag status"), ElementsAre("13 1.sq.0.0@1 LOC_QP_OP_ERR"));
  EXPECT_THAT(run.list("post", "cycle tag"), ElementsAre("1 1.sq.0.0@0", "15 1.sq.0.0@1"));
  EXPECT_THAT(run.list("burst", "addr"), ElementsAre("0x0", "0x2000"));
  EXPECT_THAT(run.list("cqe", kCqe), ElementsAre("30 1 sq 0 SUCCESS"));
  EXPECT_EQ(run.result("/mid_transaction/refused_items"), "1");
}

// A queue pair in RESET keeps nobody else: queue pair 2 works as without it. Its own words come
// from 16 to 23 behind those of queue pair 1, whether these move or are thrown away.
TEST(QueuePairReset, LeavesOthersAsTheyAre) {
  const std::string work = small_engine(2) + send(1, 0, 0) + send(2, 4096, 0);
  const CaseRun without(work);
  const CaseRun with(work + event("qp_reset", "qp = 1\n" + at(10)));
  EXPECT_TRUE(with.sound()) << with.err();
  for (const char* name : {"grant", "burst", "beat", "response", "free", "completion"}) {
    EXPECT_EQ(with.list(name, "cycle tag", "qp=2"), without.list(name, "cycle tag", "qp=2"))
        << name;
  }
  EXPECT_THAT(with.list("cqe", kCqe), ElementsAre("24 2 sq 0 SUCCESS"));
}

// Three CQEs fill the completion queue, which nobody reads before 1000. The reset drops them, so
// that the CQE of the next life finds room at once: granted at 202, done at 215, written at 216.
TEST(ResetCases, F07_UnreadCqesOfTheOldLifeAreGone) {
  const std::string queue =
      "[completion]\nqueue_depth = 3\npoll_start = \"1000 cycles\"\npoll_interval = \"1 cycle\"\n";
  const std::string work = send(1, 0, 0) + send(1, 0, 0) + send(1, 0, 0) + send(1, 0, 200);
  const CaseRun kept(small_engine(1, queue) + work);
  EXPECT_THAT(kept.numbers("cqe", "cycle"), ElementsAre(16, 24, 32, 1001));
  const CaseRun run(small_engine(1, queue) + work + event("qp_reset", "qp = 1\n" + at(100)));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("control", kControl),
              ElementsAre("101 qp_reset asked", "101 qp_reset answered"));
  EXPECT_THAT(run.list("cqe", kCqe), ElementsAre("16 1 sq 0 SUCCESS", "24 1 sq 1 SUCCESS",
                                                 "32 1 sq 2 SUCCESS", "216 1 sq 0 SUCCESS"));
}

// Four slots' worth of work, two slots. WQE 0 gathers beyond the end of memory: its first word
// comes with DECERR at 8, the last is thrown away at 15, and its completion is taken at 16. There
// the queue pair is in error; the engine is told at the next edge. WQE 1 has moved in full by then,
// or does with its burst; but it stands behind a failed one, so it is flushed as well.
TEST(ResetCases, F06_EachWqeCompletesOnceInOrderTheFirstWithItsOwnStatus) {
  const std::string settings =
      "size = \"64 KiB\"\n[engine]\nslots = 2\n[teardown]\non_failure = \"qp_error\"\n";
  const CaseRun run(small_engine(2, settings) + send(1, 0x10000, 0) + send(1, 0, 0) +
                    send(1, 64, 0) + send(1, 128, 0) + send(1, 192, 0) + send(2, 256, 0));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("state", "cycle qp state"), ElementsAre("16 1 error"));
  EXPECT_THAT(run.list("control", "cycle kind phase", "qp=1"), Contains("17 qp_error asked"));
  EXPECT_THAT(run.list("cqe", "qp number status", "qp=1"),
              ElementsAre("1 0 GENERAL_ERR", "1 1 WR_FLUSH_ERR", "1 2 WR_FLUSH_ERR",
                          "1 3 WR_FLUSH_ERR", "1 4 WR_FLUSH_ERR"));
  EXPECT_THAT(run.list("cqe", "qp number status", "qp=2"), ElementsAre("2 0 SUCCESS"));
}

TEST(QueuePairError, WithoutIntentLaterWorkGoesOn) {
  const CaseRun run(small_engine(1, "size = \"64 KiB\"\n") + send(1, 0x10000, 0) + send(1, 0, 0));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("cqe", "number status"), ElementsAre("0 GENERAL_ERR", "1 SUCCESS"));
  EXPECT_THAT(run.list("state", "state"), IsEmpty());
}

// The words of WQE 0 move from 8 to 15. In ERR from 11 on, its burst is finished, and it has moved
// in full: success. WQE 1, whose request went out at 4, is finished as well (words 16 to 23). WQE 2
// is posted in ERR and flushed at its intake; its CQE waits for those before it.
TEST(QueuePairError, FinishesBurstsAndFlushesTheRest) {
  const CaseRun run(small_engine(1) + send(1, 0, 0) + send(1, 4096, 0) + send(1, 8192, 12) +
                    event("qp_error", "qp = 1\n" + at(10)));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("control", kControl),
              ElementsAre("11 qp_error asked", "24 qp_error answered"));
  EXPECT_THAT(run.list("reject", "cycle tag status"), ElementsAre("13 1.sq.2.0@0 WR_FLUSH_ERR"));
  EXPECT_THAT(run.list("cqe", kCqe),
              ElementsAre("16 1 sq 0 SUCCESS", "24 1 sq 1 SUCCESS", "24 1 sq 2 WR_FLUSH_ERR"));
}

TEST(QueuePairError, FlushesReceivesAndWhatWaitsForThePeer) {
  const std::string work =
      "[[wqe]]\nqp = 1\nop = \"recv\"\nsge = [{ addr = 0, len = \"64 B\", key = 1 }]\n"
      "[[wqe]]\nqp = 1\nop = \"read\"\nsge = [{ addr = 0, len = \"64 B\", key = 1 }]\n"
      "[[packet]]\nqp = 1\nop = \"send_only\"\nbytes = \"8 B\"\nat = \"60 cycles\"\n";
  const CaseRun run(small_engine(1) + work + event("qp_error", "qp = 1\n" + at(50)));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("cqe", kCqe),
              ElementsAre("51 1 sq 0 WR_FLUSH_ERR", "51 1 rq 0 WR_FLUSH_ERR"));
  EXPECT_THAT(run.list("reject", "cycle status"), ElementsAre("61 WR_FLUSH_ERR"));
}

// RESET out of ERR: the queue pair works again.
TEST(QueuePairError, LastsUntilAReset) {
  const CaseRun run(small_engine(1) + event("qp_error", "qp = 1\n" + at(5)) + send(1, 0, 10) +
                    event("qp_reset", "qp = 1\n" + at(20)) + send(1, 0, 30));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("cqe", "number status"), ElementsAre("0 WR_FLUSH_ERR", "0 SUCCESS"));
  EXPECT_THAT(run.list("state", "cycle state"), ElementsAre("6 error", "21 resetting", "21 ready"));
}

// Beat 2 of the transfer moves at 10: asked for there, it takes effect at 11.
TEST(ControlEvents, AreAskedForAfterABeat) {
  const CaseRun run(small_engine(1) + send(1, 0, 0) +
                    event("qp_reset", "qp = 1\nafter = \"1.sq.0.0@0\"\nbeat = 2\n"));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("control", kControl),
              ElementsAre("11 qp_reset asked", "15 qp_reset answered"));
}

TEST(EngineReset, EndsEverythingAndWorkGoesOnAfterwards) {
  const CaseRun run(small_engine(3) + send(1, 0, 0) + send(2, 4096, 0) + send(3, 8192, 0) +
                    event("engine_reset", at(10)) + send(2, 4096, 12) + send(1, 0, 60));
  EXPECT_TRUE(run.sound()) << run.err();
  // The words of all three come from 8 to 31; those behind 11 are thrown away.
  EXPECT_THAT(run.list("control", kControl),
              ElementsAre("11 engine_reset asked", "31 engine_reset answered"));
  EXPECT_THAT(run.list("waste", "cycle"), SizeIs(20));
  EXPECT_THAT(run.list("reject", "cycle tag"), ElementsAre("13 2.sq.0.0@1"));
  EXPECT_THAT(run.list("cqe", "qp number status"), ElementsAre("1 0 SUCCESS"));
  EXPECT_THAT(run.list("post", "tag", "qp=1"), ElementsAre("1.sq.0.0@0", "1.sq.0.0@1"));
}

// A closed loop of depth 2 loses what is under way in a reset and begins again with as many.
TEST(ControlEvents, ClosedLoopsGoOnAfterAReset) {
  const CaseRun run(small_engine(2) +
                    generator("qps = 2\nop = \"send\"\nsize = \"256 B\"\ndepth = 2\n"
                              "messages = 40\n") +
                    event("qp_reset", "qp = 1\n" + at(100)) + event("engine_reset", at(300)));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_EQ(run.result("/ending"), "done");
  EXPECT_THAT(run.list("post", "tag", "qp=1"), Contains(StartsWith("1.sq.0.0@2")));
}

// With a peer, a READ's response and a SEND's acknowledge of the old life never reach the new one.
TEST(ControlEvents, PeersOfTheOldLifeAreNotHeard) {
  const CaseRun run(
      small_engine(1, "[workload]\npeer_delay = \"40 cycles\"\n") +
      generator("op = { weights = [[\"send\", 1], [\"read\", 1]] }\nsize = \"128 B\"\n"
                "depth = 3\nmessages = 30\n") +
      event("qp_reset", "qp = 1\n" + at(60)));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_EQ(run.result("/ending"), "done");
}

const std::vector<std::string> kAnsweredWrites = {"--set", "bus.posted_writes=false", "--set",
                                                  "memory.write_latency=2 cycles"};

/// A WRITE of 64 bytes that comes in for queue pair `qp`, to `address`, at a cycle.
std::string write_in(unsigned qp, unsigned address, unsigned cycle) {
  return "[[packet]]\nqp = " + std::to_string(qp) + "\nop = \"write_only\"\n" + at(cycle) +
         "bytes = \"64 B\"\nva = " + std::to_string(address) + "\nrkey = 1\nlength = \"64 B\"\n";
}

// A write of 8 words, answered. Granted at 2, its first word is driven at 3 and moves at 4. Asked
// for behind the third word, at 6, the reset takes effect at 7, behind the fourth, which was out.
// The other four are cut and pass until 11, the last one with LAST; the response, valid from 13, is
// taken at 14 and answers the reset.
TEST(ResetCases, F01_AnAcceptedWriteBurstIsCompletedBeforeTheAnswer) {
  const std::string work = small_engine(2) + write_in(1, 0, 0) + send(2, 4096, 0) + send(2, 0, 9);
  const CaseRun without(work, kAnsweredWrites);
  const CaseRun run(work + event("qp_reset", "qp = 1\nafter = \"1.responder.0.0@0\"\nbeat = 2\n"),
                    kAnsweredWrites);
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("burst", "cycle beats", "qp=1"), ElementsAre("3 8"));
  EXPECT_THAT(run.list("beat", "cycle last", "qp=1"),
              ElementsAre("4 false", "5 false", "6 false", "7 false"));
  EXPECT_THAT(run.list("waste", "cycle last", "qp=1"),
              ElementsAre("8 false", "9 false", "10 false", "11 true"));
  EXPECT_THAT(run.list("response", "cycle status", "qp=1"), ElementsAre("14 OKAY"));
  EXPECT_THAT(run.list("control", kControl),
              ElementsAre("7 qp_reset asked", "14 qp_reset answered"));
  EXPECT_THAT(run.list("completion", "tag", "qp=1"), IsEmpty());
  for (const char* name : {"grant", "burst", "beat", "completion"}) {
    EXPECT_EQ(run.list(name, "cycle tag", "qp=2"), without.list(name, "cycle tag", "qp=2")) << name;
  }
  EXPECT_THAT(run.list("cqe", "qp status"), ElementsAre("2 SUCCESS", "2 SUCCESS"));
}

// A read of 16 words in one burst, asked for at 3: the words are valid from 404 on and taken from
// 405 to 420. A reset before the first, or between the sixth and the seventh, is answered with the
// last one: before, the burst is outstanding.
TEST(ResetCases, F08_TheAnswerComesWhenNothingIsInFlight) {
  for (const unsigned asked : {100U, 410U}) {
    const CaseRun run(
        small_engine(1) +
            "[[wqe]]\nqp = 1\nop = \"send\"\nsge = [{ addr = 0, len = \"128 B\", "
            "key = 1 }]\n" +
            event("qp_reset", "qp = 1\n" + at(asked)),
        {"--set", "memory.read_latency=400 cycles", "--set", "bus.max_read_burst=128 B"});
    EXPECT_TRUE(run.sound()) << run.err();
    EXPECT_THAT(run.list("burst", "cycle beats"), ElementsAre("3 16"));
    const std::size_t moved = asked == 100 ? 0 : 7;  // 405 to 411
    EXPECT_THAT(run.list("beat", "cycle"), SizeIs(moved));
    EXPECT_THAT(run.list("waste", "cycle"), SizeIs(16 - moved));
    EXPECT_THAT(run.list("waste", "cycle last"), Contains("420 true"));
    EXPECT_THAT(
        run.list("control", kControl),
        ElementsAre(std::to_string(asked + 1) + " qp_reset asked", "420 qp_reset answered"));
    EXPECT_THAT(run.list("free", "cycle"), ElementsAre("420"));
    EXPECT_THAT(run.list("cqe", kCqe), IsEmpty());
  }
}

// The second word of the first WQE comes with an error, at 9; the last is thrown away at 15, and
// its CQE is written at 16. A reset behind it, or at 12, while its words are still coming, leaves
// nothing of it: the next WQE, of five words, is number 0 of a new life, and has its own length.
TEST(ResetCases, D07_AFailedTransferLeavesNothingToTheNextOne) {
  const std::string next = "[[wqe]]\nqp = 1\nop = \"send\"\n" + at(60) +
                           "sge = [{ addr = 4096, len = \"40 B\", key = 1 }]\n";
  const std::string fault =
      "[[fault]]\naddress = 0x10008\nsize = \"8 B\"\nanswer = \"slave_error\"\n";
  for (const unsigned asked : {11U, 40U}) {
    std::string scenario = small_engine(1);
    scenario += send(1, 0x10000, 0);
    scenario += next;
    scenario += fault;
    scenario += event("qp_reset", "qp = 1\n" + at(asked));
    const CaseRun run(scenario);
    EXPECT_TRUE(run.sound()) << run.err();
    EXPECT_THAT(run.list("fault", "cycle status"), ElementsAre("9 SLVERR"));
    EXPECT_THAT(run.list("control", kControl),
                ElementsAre(std::to_string(asked + 1) + " qp_reset asked",
                            std::to_string(asked == 11 ? 15 : 41) + " qp_reset answered"));
    const std::string clean = "73 0 SUCCESS 40";
    if (asked == 11) {
      EXPECT_THAT(run.list("cqe", "cycle number status bytes"), ElementsAre(clean));
    } else {
      EXPECT_THAT(run.list("cqe", "cycle number status bytes"),
                  ElementsAre(StartsWith("16 0 GENERAL_ERR "), clean));
    }
    EXPECT_THAT(run.list("completion", "tag status bytes"), Contains("1.sq.0.0@1 SUCCESS 40"));
    EXPECT_THAT(
        run.list("beat", "cycle addr bytes", "tag=1.sq.0.0@1"),
        ElementsAre("68 0x1000 8", "69 0x1008 8", "70 0x1010 8", "71 0x1018 8", "72 0x1020 8"));
  }
}

// A reset in the middle of a write, at 7, is answered with its response, at 14. From there on the
// buffer belongs to another queue pair, whose write is taken in at 14: no beat of the old one
// passes any more, and what is read back at the end is the new one's.
TEST(ResetCases, F09_ABufferIsQuietBehindTheAnswer) {
  const CaseRun run(small_engine(2) + write_in(1, 0, 0) + write_in(2, 0, 13) + send(2, 0, 100) +
                        event("qp_reset", "qp = 1\nafter = \"1.responder.0.0@0\"\nbeat = 2\n"),
                    kAnsweredWrites);
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("control", kControl),
              ElementsAre("7 qp_reset asked", "14 qp_reset answered"));
  for (const char* name : {"burst", "beat", "waste", "response"}) {
    EXPECT_THAT(run.numbers(name, "cycle", "qp=1"), Each(Le(14U))) << name;
  }
  // Granted at 15, its words move from 17 to 24.
  EXPECT_THAT(run.numbers("beat", "cycle", "tag=2.responder.0.0@0"),
              ElementsAre(17, 18, 19, 20, 21, 22, 23, 24));
  EXPECT_THAT(run.list("cqe", "qp status"), ElementsAre("2 SUCCESS"));
}

}  // namespace
}  // namespace sgdma::test
