// What ERR does to WQEs and messages that are on their way, where several things come together.
// Each case was found by the random campaign.

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/case_run.h"
#include "support/small_engine.h"

namespace sgdma::test {
namespace {

using ::testing::ElementsAre;

constexpr const char* kErrorOnFailure =
    "size = \"64 KiB\"\n[teardown]\non_failure = \"qp_error\"\n";

std::string packet(const std::string& op, const std::string& keys) {
  return "[[packet]]\nqp = 1\nop = \"" + op + "\"\n" + keys + "\n";
}

/// A SEND of queue pair 1 that gathers 64 bytes.
std::string send(unsigned address, const std::string& keys = {}) {
  return wqe("send",
             keys + "sge = [{ addr = " + std::to_string(address) + ", len = \"64 B\", key = 1 }]");
}

// The words of WQE 0 lie beyond the end of memory: it completes at 15, and the queue pair is in ERR
// from 16 on. Those of WQE 1 move from 16 to 23. It is unsignaled and has moved in full, but stands
// behind a failed one: flushed, and so it gets a CQE.
TEST(QueuePairFlush, GivesAnUnsignaledWqeBehindAFailureItsCqe) {
  const CaseRun run(small_engine(1, kErrorOnFailure) + send(0x10000) +
                    send(0, "signaled = false\n"));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("completion", "cycle tag status"),
              ElementsAre("15 1.sq.0.0@0 GENERAL_ERR", "23 1.sq.1.0@0 SUCCESS"));
  EXPECT_THAT(run.list("cqe", "cycle number status"),
              ElementsAre("16 0 GENERAL_ERR", "24 1 WR_FLUSH_ERR"));
}

// Without a failure before it the same WQE ends in silence, in ERR as well.
TEST(QueuePairFlush, LeavesAnUnsignaledSuccessSilent) {
  const CaseRun run(small_engine(1, kErrorOnFailure) + send(0, "signaled = false\n") +
                    "[[event]]\nkind = \"qp_error\"\nqp = 1\nat = \"10 cycles\"\n");
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("completion", "cycle status"), ElementsAre("15 SUCCESS"));
  EXPECT_EQ(run.count("cqe"), 0);
}

// The second packet begins another message while the SEND of the first has not ended. That fails
// the SEND, and brings the queue pair into ERR at the edge at which the READ is taken in: its two
// parts are handed over all the same, and flushed.
TEST(QueuePairFlush, TakesTheReadInThatCutsASendOff) {
  const std::string engine = "max_transfer = \"64 B\"\n";
  const CaseRun run(small_engine(1, kErrorOnFailure) + "[engine]\n" + engine +
                    wqe("recv", "sge = [{ addr = 0, len = \"512 B\", key = 1 }]") +
                    packet("send_first", "bytes = \"256 B\"") +
                    packet("read_request",
                           "va = 0\nrkey = 1\nlength = \"128 B\"\n"
                           "at = \"200 cycles\""));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("state", "cycle state"), ElementsAre("201 error"));
  EXPECT_THAT(run.list("post", "cycle tag", "dir=gather"),
              ElementsAre("201 1.responder.1.0@0", "201 1.responder.1.1@0"));
  EXPECT_THAT(run.list("completion", "tag status", "dir=gather"),
              ElementsAre("1.responder.1.0@0 WR_FLUSH_ERR", "1.responder.1.1@0 WR_FLUSH_ERR"));
  EXPECT_EQ(run.count("cqe"), 1);
}

// A WRITE with immediate whose first packet meets an error on the bus: the receive that it consumes
// ends with that status, though the packets behind it are flushed: the last at once, the one in the
// middle when the burst that it has on the bus is answered.
TEST(QueuePairFlush, LeavesAMessageItsOwnStatus) {
  std::string engine = small_engine(1,
                                    "write_latency = \"2 cycles\"\n[teardown]\n"
                                    "on_failure = \"qp_error\"\nqp_error = \"finish_beat\"\n");
  engine.replace(engine.find("[bus]\n"), 6, "[bus]\nposted_writes = false\n");
  const std::string first = "va = 0\nrkey = 1\nbytes = \"256 B\"\nlength = \"768 B\"";
  const CaseRun run(engine + wqe("recv", "sge = [{ addr = 4096, len = \"64 B\", key = 1 }]") +
                    packet("write_first", first) + packet("write_middle", "bytes = \"256 B\"") +
                    packet("write_last_imm", "bytes = \"256 B\"") +
                    "[[fault]]\nqp = 1\nside = \"responder\"\nnumber = 0\npart = 0\nbeat = 0\n"
                    "answer = \"slave_error\"\n");
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("completion", "tag status"),
              ElementsAre("1.responder.0.0@0 GENERAL_ERR", "1.responder.0.2@0 WR_FLUSH_ERR",
                          "1.responder.0.1@0 WR_FLUSH_ERR"));
  EXPECT_THAT(run.list("cqe", "queue number status"), ElementsAre("rq 0 GENERAL_ERR"));
}

}  // namespace
}  // namespace sgdma::test
