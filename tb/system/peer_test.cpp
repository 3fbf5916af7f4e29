/// The other end: when acknowledges and responses come, to the edge. Derived by hand from
/// docs/timing.md and docs/workloads.md, as small_engine.h says: a message leaves at the edge that
/// takes its completion, and all before it on its queue pair have to; the answer arrives the delay
/// after, and is taken in at the first edge strictly after that.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/case_run.h"
#include "support/small_engine.h"

namespace sgdma::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// `work` on queue pair 1, with a peer that answers after `delay`.
CaseRun with_peer(const std::string& work, const std::string& delay = "100 cycles",
                  const std::string& settings = "") {
  return CaseRun(small_engine(2, settings + "[workload]\npeer_delay = \"" + delay + "\"\n") + work);
}

std::vector<std::string> cqes(const CaseRun& run) {
  return run.list("cqe", "cycle number status bytes");
}

// A write of one word is taken in at 1, done at 8, and has left at 9 (9000 ps).
TEST(Peer, AcknowledgesAWriteADelayAfterItHasLeft) {
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"100 cycles", "110"},  // arrives at 109
      {"100500 ps", "110"},   // at 109.5
      {"1 ps", "10"},         // at 9.001
      {"999 ps", "10"},       // at 9.999
      {"1 ns", "11"},         // at 10, an edge: taken in at the one after
      {"1001 ps", "11"},      // at 10.001
  };
  for (const auto& [delay, cycle] : expected) {
    const CaseRun run = with_peer(wqe("write", 0x1000, 8), delay);
    EXPECT_TRUE(run.sound()) << run.err();
    EXPECT_THAT(cqes(run), ElementsAre(cycle + " 0 SUCCESS 8")) << delay;
  }
}

// 128 bytes in two bursts, asked for at 3 and (the second message's burst is between) 5: words move
// at 8 to 15, 16 (the second message, done) and 17 to 24. The first one is done at 24 and leaves at
// 25, and so does the second one, which was gathered before.
TEST(Peer, AcknowledgesInTheOrderOfAQueuePair) {
  const CaseRun run = with_peer(wqe("write", 0x1000, 128) + wqe("send", 0x2000, 8));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("completion", "cycle tag"), ElementsAre("16 1.sq.1.0@0", "24 1.sq.0.0@0"));
  EXPECT_THAT(cqes(run), ElementsAre("126 0 SUCCESS 128", "126 1 SUCCESS 8"));
}

// Of two queue pairs, neither waits for the other: done at 16 and 24 as above.
TEST(Peer, AnswersQueuePairsOnTheirOwn) {
  const CaseRun run = with_peer(wqe("write", 0x1000, 128) +
                                "[[wqe]]\nqp = 2\nop = \"send\"\n"
                                "sge = [{ addr = 0x2000, len = \"8 B\", key = 1 }]\n");
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("cqe", "cycle qp"), ElementsAre("118 2", "126 1"));
}

// A READ's request leaves at the edge that takes it in, 1: its response arrives at 101, is taken in
// at 102, and its word is placed at 105.
TEST(Peer, AnswersAReadADelayAfterItsRequestHasLeft) {
  const CaseRun run = with_peer(wqe("read", 0x1000, 8));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("post", "cycle tag len"), ElementsAre("102 1.sq.0.0@0 8"));
  EXPECT_THAT(cqes(run), ElementsAre("106 0 SUCCESS 8"));
}

TEST(Peer, AnswersAtomicsAsReads) {
  for (const std::string op : {"compare_swap", "fetch_add"}) {
    const CaseRun run = with_peer(wqe(op, 0x1000, 8));
    EXPECT_TRUE(run.sound()) << run.err();
    EXPECT_THAT(run.list("post", "cycle tag len"), ElementsAre("102 1.sq.0.0@0 8")) << op;
    EXPECT_THAT(cqes(run), ElementsAre("106 0 SUCCESS 8")) << op;
  }
}

// The write of 64 bytes is done at 15. With it, at 16, it leaves, and so do the requests of the two
// READs behind it: all three answers arrive at 116 and are taken in at 117. The responses are
// granted at 118 and 119, and placed at 120 and 121.
TEST(Peer, AReadsRequestLeavesBehindEarlierWrites) {
  const CaseRun run =
      with_peer(wqe("write", 0x1000, 64) + wqe("read", 0x2000, 8) + wqe("read", 0x3000, 8));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("post", "cycle tag"),
              ElementsAre("1 1.sq.0.0@0", "117 1.sq.1.0@0", "117 1.sq.2.0@0"));
  EXPECT_THAT(cqes(run), ElementsAre("117 0 SUCCESS 64", "121 1 SUCCESS 8", "122 2 SUCCESS 8"));
}

// The READ holds up neither the write behind it (done at 8, acknowledged at 110) nor its own CQE,
// which comes first.
TEST(Peer, AWriteLeavesBehindAReadsRequest) {
  const CaseRun run = with_peer(wqe("read", 0x2000, 8) + wqe("write", 0x1000, 8));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(cqes(run), ElementsAre("106 0 SUCCESS 8", "110 1 SUCCESS 8"));
}

// 300 bytes come as packets of 256 and 44: 102 and, placed as 32 and 6 words one after the other,
// done at 102 + 2 + 38 = 142.
TEST(Peer, CutsAResponseAtThePathMtu) {
  const CaseRun run = with_peer(wqe("read", 0x1000, 300));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("post", "cycle tag len last_part"),
              ElementsAre("102 1.sq.0.0@0 256 false", "102 1.sq.0.1@0 44 true"));
  EXPECT_THAT(cqes(run), ElementsAre("143 0 SUCCESS 300"));
}

// Nothing to gather: it passes at 2 and leaves at 3.
TEST(Peer, AcknowledgesASendWithoutBytes) {
  const CaseRun run = with_peer(wqe("send", ""));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(cqes(run), ElementsAre("104 0 SUCCESS 0"));
}

TEST(Peer, AcknowledgesInlineDataAsASendWithoutBytes) {
  const CaseRun run = with_peer(wqe("send", "inline = \"40 B\""));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(cqes(run), ElementsAre("104 0 SUCCESS 40"));
}

// The response without bytes is taken in at 102 and passes at 103.
TEST(Peer, AnswersAReadOfNothing) {
  const CaseRun run = with_peer(wqe("read", ""));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("post", "cycle len"), ElementsAre("102 0"));
  EXPECT_THAT(cqes(run), ElementsAre("104 0 SUCCESS 0"));
}

// Gathers are done at 8 and 9: acknowledges at 110 and 111. The one in the middle names a key that
// no region has: it never leaves, and waits only for its turn.
TEST(Peer, AFailingWqeGetsNoAcknowledgeAndTakesNone) {
  const CaseRun run = with_peer(wqe("write", 0x1000, 8) +
                                wqe("write", "sge = [{ addr = 0, len = \"8 B\", key = 99 }]") +
                                wqe("write", 0x2000, 8));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(cqes(run), ElementsAre("110 0 SUCCESS 8", "110 1 LOC_PROT_ERR 0", "111 2 SUCCESS 8"));
}

// The write's acknowledge is taken in at 110. Until the READ of 300 bytes is done, at 143, all
// three stand in the queue: the acknowledge passes the READ and the one that failed.
TEST(Peer, AcknowledgesPassWhatStillWaits) {
  const CaseRun run = with_peer(wqe("read", 0x1000, 300) +
                                wqe("write", "sge = [{ addr = 0, len = \"8 B\", key = 99 }]") +
                                wqe("write", 0x2000, 8));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(cqes(run),
              ElementsAre("143 0 SUCCESS 300", "143 1 LOC_PROT_ERR 0", "143 2 SUCCESS 8"));
}

TEST(Peer, AFailingWqeWithNothingBeforeItCompletesAtOnce) {
  const CaseRun run = with_peer(wqe("write", "sge = [{ addr = 0, len = \"8 B\", key = 99 }]") +
                                wqe("read", 0x2000, 8) + wqe("write", 0x2000, 8));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(cqes(run), ElementsAre("1 0 LOC_PROT_ERR 0", "106 1 SUCCESS 8", "110 2 SUCCESS 8"));
}

// Memory ends at 0x10000, in the middle of the second SEND. Requests: the first word at 3, 64 bytes
// at 4, the third message's word at 5, 64 bytes behind the end at 6. Words move at 8, 9 to 16, and
// 17; the error comes at 18, and with what is discarded the SEND is over at 25. At 26 its
// completion is taken and the third message leaves.
TEST(Peer, ABusErrorInTheMiddleOfAGatherLeavesTheOthersTheirAcknowledges) {
  const CaseRun run =
      with_peer(wqe("write", 0x1000, 8) + wqe("send", 0xffc0, 128) + wqe("write", 0x2000, 8),
                "100 cycles", "size = \"64 KiB\"\n");
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("fault", "cycle tag"), ElementsAre("18 1.sq.1.0@0"));
  EXPECT_THAT(run.list("completion", "cycle tag"),
              ElementsAre("8 1.sq.0.0@0", "17 1.sq.2.0@0", "25 1.sq.1.0@0"));
  EXPECT_THAT(cqes(run), ElementsAre("110 0 SUCCESS 8", "110 1 GENERAL_ERR 0", "127 2 SUCCESS 8"));
}

// With nothing before it: requests at 3, 4 (the write's) and 5; words at 8 to 15 and 16, the error
// at 17, the end at 24.
TEST(Peer, ABusErrorCompletesItsWqeAtOnce) {
  const CaseRun run = with_peer(wqe("send", 0xffc0, 128) + wqe("write", 0x2000, 8), "100 cycles",
                                "size = \"64 KiB\"\n");
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(cqes(run), ElementsAre("25 0 GENERAL_ERR 0", "126 1 SUCCESS 8"));
}

// Only the last one asks for a CQE: done at 8, 9 and 10.
TEST(Peer, AcknowledgesUnsignaledWqesInSilence) {
  const std::string silent = "signaled = false\nsge = [{ addr = 0x1000, len = \"8 B\", key = 1 }]";
  const CaseRun run =
      with_peer(wqe("write", silent) + wqe("send", silent) + wqe("write", 0x1000, 8));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(cqes(run), ElementsAre("112 2 SUCCESS 8"));
}

// A SEND in parts of 16 bytes: three of them, done at 9, 11 and 12. It leaves with the last one.
TEST(Peer, AcknowledgesAMessageOfSeveralTransfersOnce) {
  const CaseRun run = with_peer(wqe("send", 0x1000, 40) + wqe("write", 0x2000, 8), "100 cycles",
                                "[engine]\nmax_transfer = \"16 B\"\n");
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.numbers("completion", "cycle"), ElementsAre(9, 11, 12, 13));
  EXPECT_THAT(cqes(run), ElementsAre("114 0 SUCCESS 40", "115 1 SUCCESS 8"));
}

// The peer's second answer finds nobody who waits for it, and changes nothing.
TEST(Peer, AListedResponseAnswersFirst) {
  const CaseRun run = with_peer(wqe("read", 0x1000, 8) +
                                "[[packet]]\nqp = 1\nop = \"read_response_only\"\n"
                                "bytes = \"8 B\"\nat = \"10 cycles\"\n");
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(cqes(run), ElementsAre("15 0 SUCCESS 8"));
  EXPECT_THAT(run.list("reject", "cycle status"), ElementsAre("102 LOC_QP_OP_ERR"));
}

// Without a peer a write is done with its gather, and nobody answers the READ.
TEST(Peer, NobodyAnswersWhereThereIsNone) {
  const CaseRun run(small_engine(1) + wqe("write", 0x1000, 8) + wqe("read", 0x2000, 8));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(cqes(run), ElementsAre("9 0 SUCCESS 8"));
  EXPECT_THAT(run.list("reject", "cycle"), IsEmpty());
}

}  // namespace
}  // namespace sgdma::test
