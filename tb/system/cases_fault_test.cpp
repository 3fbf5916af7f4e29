// Failures of real engines (cases.md C, D and E): bus errors and what becomes of them, through the
// real binary.
//
// Words of 64 bytes, bursts of four, memory that answers after 20 cycles. Of work that is there at
// the beginning, the first transfer is granted at 2 and drives at 3. A gather's first beat is taken
// at 4, valid at 24 and moves at 25. A scatter's beats move at 4, 5, ..., and the response of a
// burst whose last beat moves at n is seen at n + 21.

#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/case_run.h"

namespace sgdma::test {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr const char* kCqe = "cycle queue number status bytes";
constexpr const char* kFault = "cycle segment addr beat status";
constexpr const char* kCompletion = "cycle tag status bytes";

std::string gather(unsigned qp, unsigned address, unsigned bytes, const std::string& more = "") {
  return fmt::format(
      "[[wqe]]\nqp = {}\nop = \"send\"\nsge = [{{ addr = {}, len = \"{} B\", key = 1 }}]\n{}", qp,
      address, bytes, more);
}

/// A receive and the SEND of one packet that fills it.
std::string scatter(unsigned qp, unsigned address, unsigned bytes, const std::string& more = "") {
  return fmt::format(
      "[[wqe]]\nqp = {0}\nop = \"recv\"\nsge = [{{ addr = {1}, len = \"{2} B\", key = 1 }}]\n{3}"
      "[[packet]]\nqp = {0}\nop = \"send_only\"\nbytes = \"{2} B\"\n{3}",
      qp, address, bytes, more);
}

std::string fault(const std::string& keys) { return "[[fault]]\n" + keys + "\n"; }

constexpr const char* kLater = "at = \"1 us\"\n";

std::string bus(unsigned queue_pairs) {
  return case_bus(64, 4) + kWholeMemory + case_queue_pairs(queue_pairs);
}

TEST(BusErrorCases, C04_FailedBurstsGiveTheirTagsAndIdsBack) {
  std::string work;
  for (unsigned qp = 0; qp < 5; ++qp) {
    work += gather(qp, 0x10000 * qp, 1024) + scatter(qp, 0x10000 * qp + 0x8000, 1024);
  }
  work += gather(5, 0x80000, 1024, kLater) + scatter(5, 0x90000, 1024, kLater);
  // An error in the middle of the second burst of each transfer of the five.
  for (unsigned qp = 0; qp < 5; ++qp) {
    work += fault(fmt::format("qp = {}\nburst = 1\nbeat = 2\nanswer = \"decode_error\"", qp));
  }
  for (const char* order : {"slot", "any"}) {
    const CaseRun run(bus(6) + work, {"--set", "bus.read_bursts=4", "--set", "bus.write_bursts=4",
                                      "--set", std::string("bus.response_order=") + order});
    EXPECT_TRUE(run.sound()) << run.err();
    EXPECT_EQ(run.result("/cqes"), R"({"SUCCESS":2,"GENERAL_ERR":10})");
    EXPECT_THAT(run.list("fault", "beat status"), SizeIs(10));
    EXPECT_THAT(run.list("fault", "beat status"), Each("2 DECERR"));
    // Queue pair 5 finds all four tags and ids: its requests follow each other at once, and the
    // beats of its write bursts as well.
    const std::vector<std::uint64_t> reads = run.numbers("burst", "cycle", "tag=5.sq.0.0@0");
    ASSERT_THAT(reads, SizeIs(4));
    EXPECT_EQ(reads.back() - reads.front(), 3U);
    const std::vector<std::uint64_t> writes = run.numbers("burst", "cycle", "tag=5.rq.0.0@0");
    ASSERT_THAT(writes, SizeIs(4));
    EXPECT_EQ(writes.back() - writes.front(), 12U);
  }
}

// Granted at 2 is the send, whose CQE fills the queue at 26; the receive is granted at 3, moves its
// eight beats from 5 to 12, and the response of the bad burst is seen at 33. Software takes a CQE
// at 500 and each 10 ns from there on, and the next is written at the edge after.
TEST(BusErrorCases, D01_AnErrorWaitsForRoomInTheCompletionQueue) {
  const CaseRun run(
      "[completion]\nqueue_depth = 1\npoll_start = \"500 ns\"\npoll_interval = \"10 ns\"\n" +
      bus(1) + gather(0, 0x8000, 64) + scatter(0, 0x1000, 512) +
      scatter(0, 0x2000, 64, "at = \"60 ns\"\n") +
      fault("side = \"rq\"\nqp = 0\nburst = 1\nbeat = 3\nanswer = \"slave_error\""));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("fault", kFault), ElementsAre("33 0 0x11c0 3 SLVERR"));
  EXPECT_THAT(run.list("completion", kCompletion, "tag=0.rq.0.0@0"),
              ElementsAre("33 0.rq.0.0@0 GENERAL_ERR 512"));
  EXPECT_THAT(run.list("cqe", kCqe),
              ElementsAre("26 sq 0 SUCCESS 64", "501 rq 0 GENERAL_ERR 0", "511 rq 1 SUCCESS 64"));
}

// Beats 2 and 5 of eight: the bursts end at 7 and 11, and their responses are seen at 28 and 32.
TEST(BusErrorCases, D02_TheFirstErrorIsReported) {
  const CaseRun run(bus(1) + scatter(0, 0x1000, 512) + fault("beat = 2\nanswer = \"slave_error\"") +
                    fault("beat = 5\nanswer = \"decode_error\""));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("response", "cycle addr status"),
              ElementsAre("28 0x1000 SLVERR", "32 0x1100 DECERR"));
  EXPECT_THAT(run.list("fault", kFault), ElementsAre("28 0 0x1080 2 SLVERR"));
  EXPECT_THAT(run.list("completion", kCompletion), ElementsAre("32 0.rq.0.0@0 GENERAL_ERR 512"));
  EXPECT_THAT(run.list("cqe", kCqe), ElementsAre("33 rq 0 GENERAL_ERR 0"));
}

class BusErrorCasesD03 : public testing::TestWithParam<std::tuple<unsigned, const char*>> {};

// The bad beat of the read is taken at 25 + its number and moves nothing; those behind it are
// discarded, the last one at 28.
TEST_P(BusErrorCasesD03, D03_ErrorOnOneBeatOfARead) {
  const auto [beat, order] = GetParam();
  const CaseRun run(
      bus(1) + gather(0, 0x1000, 256) + gather(0, 0x1000, 256, kLater) +
          fault(fmt::format("number = 0\nqp = 0\nbeat = {}\nanswer = \"slave_error\"", beat)),
      {"--set", std::string("bus.response_order=") + order});
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("fault", kFault), ElementsAre(fmt::format("{} 0 {:#x} {} SLVERR", 25 + beat,
                                                                 0x1000 + 64 * beat, beat)));
  EXPECT_THAT(run.list("beat", "cycle", "tag=0.sq.0.0@0"), SizeIs(beat));
  EXPECT_EQ(run.result("/read/wasted_beats"), std::to_string(4 - beat));
  EXPECT_THAT(run.list("completion", kCompletion, "tag=0.sq.0.0@0"),
              ElementsAre(fmt::format("28 0.sq.0.0@0 GENERAL_ERR {}", 64 * beat)));
  EXPECT_THAT(run.list("cqe", "number status bytes"),
              ElementsAre("0 GENERAL_ERR 0", "1 SUCCESS 256"));
}

// All four beats move, from 4 to 7, and the burst has one response. What the gather finds later are
// the three that memory took, and the old bytes between them: the oracle compares.
TEST_P(BusErrorCasesD03, D03_ErrorOnOneBeatOfAWrite) {
  const auto [beat, order] = GetParam();
  const CaseRun run(
      bus(1) + scatter(0, 0x1000, 256) + gather(0, 0x1000, 256, kLater) +
          fault(fmt::format("direction = \"scatter\"\nbeat = {}\nanswer = \"slave_error\"", beat)),
      {"--set", std::string("bus.response_order=") + order});
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("response", "cycle status", "dir=scatter"), ElementsAre("28 SLVERR"));
  EXPECT_THAT(run.list("fault", kFault),
              ElementsAre(fmt::format("28 0 {:#x} {} SLVERR", 0x1000 + 64 * beat, beat)));
  EXPECT_THAT(run.list("completion", kCompletion, "dir=scatter"),
              ElementsAre("28 0.rq.0.0@0 GENERAL_ERR 256"));
  EXPECT_THAT(run.list("cqe", "queue number status bytes"),
              ElementsAre("rq 0 GENERAL_ERR 0", "sq 0 SUCCESS 256"));
}

INSTANTIATE_TEST_SUITE_P(FirstMiddleLast, BusErrorCasesD03,
                         testing::Combine(testing::Values(0U, 1U, 2U, 3U),
                                          testing::Values("slot", "any")));

TEST(BusErrorCases, D04_AGatherThatFailsSendsNothingBehindTheBadBeat) {
  const CaseRun run(bus(1) + gather(0, 0x1000, 512) + fault("beat = 2\nanswer = \"slave_error\""));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("beat", "addr"), ElementsAre("0x1000", "0x1040"));
  EXPECT_EQ(run.result("/cqes"), R"({"GENERAL_ERR":1})");
}

// An atomic is a gather and then a scatter of the same 8 bytes, here of two beats each. The one
// that follows later finds the granule unlocked and its bytes as they were: the oracle compares.
TEST(BusErrorCases, D04_AnAtomicThatCannotReadDoesNotWrite) {
  const std::string add =
      "[[packet]]\nqp = 0\nop = \"fetch_add\"\nva = 0x2000\nrkey = 1\nswap_add = 5\n";
  const CaseRun run(case_bus(4, 16) + kWholeMemory + case_queue_pairs(1) + add + add + kLater +
                    fault("direction = \"gather\"\nbeat = 1\nlimit = 1\nanswer = \"slave_error\""));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("fault", "addr beat status"), ElementsAre("0x2004 1 SLVERR"));
  EXPECT_THAT(run.list("burst", "dir bytes", "tag=0.responder.0.0@0"), ElementsAre("gather 8"));
  EXPECT_THAT(run.list("completion", "dir status bytes"),
              ElementsAre("gather GENERAL_ERR 4", "gather SUCCESS 8", "scatter SUCCESS 8"));
  EXPECT_EQ(run.result("/write/bytes"), "8");
}

/// Checks come before everything else: not even the good SGEs move.
TEST(BusErrorCases, D05_AWqeThatIsRefusedMovesNothing) {
  const CaseRun run(
      bus(1) +
      "[[wqe]]\nqp = 0\nop = \"send\"\nsge = [{ addr = 0x1000, len = \"64 B\", key = 1 "
      "}, { addr = 0x2000, len = \"64 B\", key = 2 }, { addr = 0x3000, len = \"64 B\", "
      "key = 1 }]\n");
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("cqe", "number status bytes"), ElementsAre("0 LOC_PROT_ERR 0"));
  EXPECT_THAT(run.list("burst", "addr"), IsEmpty());
  EXPECT_EQ(run.result("/read/bytes"), "0");
  EXPECT_EQ(run.result("/read/faults"), "0");
}

// The bad beat is taken at 25. The second burst's beats would be taken from 29 to 32, and come 200
// cycles later.
TEST(BusErrorCases, D06_TheStatusStaysWhileTheTransferIdles) {
  const CaseRun run(bus(1) + gather(0, 0x1000, 512) + fault("beat = 0\nanswer = \"slave_error\"") +
                    fault("burst = 1\nanswer = \"silent\"\nlate = \"200 ns\""));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("fault", kFault), ElementsAre("25 0 0x1000 0 SLVERR"));
  EXPECT_THAT(run.list("response", "cycle"), ElementsAre("28", "232"));
  EXPECT_THAT(run.list("completion", kCompletion), ElementsAre("232 0.sq.0.0@0 GENERAL_ERR 0"));
  EXPECT_THAT(run.list("cqe", kCqe), ElementsAre("233 sq 0 GENERAL_ERR 0"));
}

TEST(BusErrorCases, E06_TheErrorOfAReceiveIsTheReceiveQueues) {
  const CaseRun run(bus(1) + gather(0, 0x1000, 256) + scatter(0, 0x2000, 256) +
                    gather(0, 0x3000, 256) +
                    fault("direction = \"scatter\"\nlimit = 1\nanswer = \"decode_error\""));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("cqe", "number status", "queue=rq"), ElementsAre("0 GENERAL_ERR"));
  EXPECT_THAT(run.list("cqe", "number status", "queue=sq"), ElementsAre("0 SUCCESS", "1 SUCCESS"));
}

TEST(BusErrorCases, E06_TheErrorOfASendIsTheSendQueues) {
  const CaseRun run(bus(1) + gather(0, 0x1000, 256) + scatter(0, 0x2000, 256) +
                    fault("direction = \"gather\"\nlimit = 1\nanswer = \"decode_error\""));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("cqe", "number status", "queue=rq"), ElementsAre("0 SUCCESS"));
  EXPECT_THAT(run.list("cqe", "number status", "queue=sq"), ElementsAre("0 GENERAL_ERR"));
}

}  // namespace
}  // namespace sgdma::test
