// Failures of real engines (cases.md A, C and E): lengths, regions, faults and completions, through
// the real binary.

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/case_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr const char* kCqe = "qp queue number status bytes";

std::string sge(const std::string& address, const std::string& bytes,
                const std::string& key = "all") {
  return "{ addr = \"" + address + "\", len = \"" + bytes + " B\", key = \"" + key + "\" }, ";
}

std::string wqe(const std::string& op, const std::string& sges, const std::string& more = "",
                unsigned qp = 0) {
  return "[[wqe]]\nqp = " + std::to_string(qp) + "\nop = \"" + op + "\"\nsge = [" + sges + "]\n" +
         more;
}

std::string packet(const std::string& op, unsigned bytes, const std::string& more = "") {
  return "[[packet]]\nqp = 0\nop = \"" + op + "\"\nbytes = \"" + std::to_string(bytes) + " B\"\n" +
         more;
}

/// 64-byte words, bursts of 1 KiB, memory all of its own, one queue pair.
std::string on_bus(const std::string& work) {
  return case_bus(64, 16) + kWholeMemory + case_queue_pairs(1) + work;
}

std::string two_gib_send() { return wqe("send", sge("0x1000", "2147483648")); }

TEST(CasesA, A11_LongLengthsKeepAllTheirBits) {
  // The head of the run shows the length; the whole of it is LongCasesA.
  const CaseRun legal(on_bus(two_gib_send()), {"--max-cycles", "1000"});
  EXPECT_EQ(legal.exit_code(), 1);
  EXPECT_THAT(legal.list("post", "len segments"), ElementsAre("2147483648 1"));
  EXPECT_THAT(legal.list("grant", "addr len"), ElementsAre("0x1000 2147483648"));
  ASSERT_FALSE(legal.list("beat", "addr").empty());
  EXPECT_EQ(legal.list("beat", "addr remaining").front(), "0x1000 2147483584");
  const CaseRun too_long(on_bus(wqe("send", sge("0x1000", "4294967295"))));
  EXPECT_TRUE(too_long.sound()) << too_long.err();
  EXPECT_THAT(too_long.list("cqe", kCqe), ElementsAre("0 sq 0 LOC_LEN_ERR 0"));
  EXPECT_THAT(too_long.list("burst", "addr"), IsEmpty());
}

TEST(LongCasesA, A11_TwoGibibytesMoveInFull) {
  const std::string path = write_scratch_file(
      "long.toml", case_bus(256, 16) + kWholeMemory + case_queue_pairs(1) + two_gib_send());
  const CommandResult run = run_command({"run", path, "--json", "--expect-ok"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("\"bytes\":2147483648,\"bursts\":524288,"));
  EXPECT_THAT(run.out, HasSubstr("\"cqes\":{\"SUCCESS\":1}"));
  EXPECT_THAT(run.out, HasSubstr("\"verified\":true"));
}

TEST(CasesA, A12_MessagesAround64KiB) {
  const std::string receive = wqe("recv", sge("0x100000", "65536"));
  const std::string full = packet("send_first", 4096) + packet("send_middle", 4096, "count = 14\n");
  const CaseRun run(on_bus(receive + receive + wqe("recv", sge("0x200000", "65537")) + full +
                           packet("send_last", 4096) + full + packet("send_last", 4095) + full +
                           packet("send_middle", 4096) + packet("send_last", 1)));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("cqe", kCqe),
              ElementsAre("0 rq 0 SUCCESS 65536", "0 rq 1 SUCCESS 65535", "0 rq 2 SUCCESS 65537"));
  EXPECT_EQ(run.result("/write/bytes"), std::to_string(65536 + 65535 + 65537));
  EXPECT_THAT(run.list("beat", "addr bytes", "tag=0.rq.2.16@0"), ElementsAre("0x210000 1"));
}

TEST(CasesA, A13_SumOfLengthsHas64Bits) {
  const std::string gib = sge("0", "1073741824");
  const CaseRun wraps(on_bus(wqe("send", gib + gib + gib + gib)));
  EXPECT_TRUE(wraps.sound()) << wraps.err();
  EXPECT_THAT(wraps.list("cqe", kCqe), ElementsAre("0 sq 0 LOC_LEN_ERR 0"));
  EXPECT_THAT(wraps.list("reject", "tag len status"),
              ElementsAre("0.sq.0.0@0 4294967296 LOC_LEN_ERR"));
  EXPECT_EQ(wraps.count("post") + wraps.count("burst"), 0U);
  // One byte more than 2^32, which 32 bits would call one byte.
  const CaseRun one_more(on_bus(wqe("send", gib + gib + gib + gib + sge("64", "1"))));
  EXPECT_THAT(one_more.list("cqe", kCqe), ElementsAre("0 sq 0 LOC_LEN_ERR 0"));
  EXPECT_THAT(one_more.list("reject", "len"), ElementsAre("4294967297"));
  EXPECT_EQ(one_more.count("burst"), 0U);
  // The longest legal message.
  const CaseRun legal(on_bus(wqe("send", gib + gib)), {"--max-cycles", "100"});
  EXPECT_THAT(legal.list("post", "len segments"), ElementsAre("2147483648 2"));
}

TEST(CasesA, A14_TotalIsTheSumOfAllSges) {
  const CaseRun run(
      on_bus(wqe("send", sge("0x1000", "256") + sge("0x2003", "16") + sge("0x30FF", "1"))));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("cqe", kCqe), ElementsAre("0 sq 0 SUCCESS 273"));
  EXPECT_THAT(run.list("burst", "segment addr bytes"),
              ElementsAre("0 0x1000 256", "1 0x2003 16", "2 0x30ff 1"));
  EXPECT_THAT(run.list("beat", "addr bytes offset", "remaining=0"), ElementsAre("0x30ff 1 272"));
}

TEST(CasesA, A15_SgeOfZeroLengthIsSkippedWithItsKeyUnchecked) {
  const CaseRun run(
      on_bus(wqe("send", sge("0x1000", "64") + sge("0x666", "0", "0xBAD") + sge("0x2000", "64"))));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("burst", "segment addr bytes"), ElementsAre("0 0x1000 64", "1 0x2000 64"));
  EXPECT_THAT(run.list("cqe", kCqe), ElementsAre("0 sq 0 SUCCESS 128"));
}

// The completion queue holds one CQE, and software takes the first at 500 ns.
TEST(CasesA, A16_ZeroLengthIsNeitherLostNorEarly) {
  const CaseRun run("[completion]\nqueue_depth = 1\npoll_start = \"500 ns\"\n" + case_bus(64, 16) +
                        kWholeMemory + case_queue_pairs(1) + wqe("send", sge("0x1000", "4096")) +
                        wqe("send", ""),
                    {"--set", "memory.read_latency=200 ns"});
  EXPECT_TRUE(run.sound()) << run.err();
  // Granted at 2, first request driven at 3 and taken at 4, its data seen at 205: 64 beats to 268.
  EXPECT_THAT(run.list("completion", "cycle tag bytes"),
              ElementsAre("268 0.sq.0.0@0 4096", "269 0.sq.1.0@0 0"));
  EXPECT_THAT(run.list("cqe", "cycle number status bytes"),
              ElementsAre("269 0 SUCCESS 4096", "501 1 SUCCESS 0"));
}

TEST(CasesA, A17_BoundsDoNotWrap) {
  const std::string region = R"([[region]]
name = "all"
key = 1
iova = 0x10
size = "4 KiB"
first_byte_offset = "16 B"
pages = [0x5000, 0x8000]
access = ["local_write", "remote_write", "remote_read"]
)" + case_queue_pairs(1);
  const std::string wrapping = sge("0xFFFFFFFFFFFFFFC0", "96");
  const std::string remote = "va = \"0xFFFFFFFFFFFFFFC0\"\nrkey = \"all\"\n";
  const CaseRun run(case_bus(64, 16) + region + wqe("send", wrapping) + wqe("write", wrapping) +
                    wqe("recv", wrapping) + packet("send_only", 96) +
                    packet("write_only", 96, remote) +
                    "[[packet]]\nqp = 0\nop = \"read_request\"\nlength = \"96 B\"\n" + remote);
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("reject", "status"),
              ElementsAre("LOC_PROT_ERR", "LOC_PROT_ERR", "LOC_PROT_ERR", "REM_ACCESS_ERR",
                          "REM_ACCESS_ERR"));
  EXPECT_THAT(run.list("cqe", kCqe), ElementsAre("0 sq 0 LOC_PROT_ERR 0", "0 sq 1 LOC_PROT_ERR 0",
                                                 "0 rq 0 LOC_PROT_ERR 0"));
  EXPECT_EQ(run.count("burst"), 0U);
  const CaseRun edges(case_bus(64, 16) + region + wqe("send", sge("0x10", "4096")) +
                      wqe("send", sge("0x10", "4097")) + wqe("send", sge("0xF", "1")));
  EXPECT_THAT(edges.list("cqe", "status bytes"),
              ElementsAre("SUCCESS 4096", "LOC_PROT_ERR 0", "LOC_PROT_ERR 0"));
}

/// Expects that the binary refuses to run this, and that no file of the run appears.
void expect_refused(const std::string& scenario, const std::string& message) {
  const std::string path = write_scratch_file("refused.toml", scenario);
  const std::string out = path + ".out";
  const CommandResult run = run_command({"run", path, "--out", out, "--json"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr(message));
  EXPECT_THAT(run.out, IsEmpty());
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST(CasesA, A19_FirstByteBehindTheFirstPageIsRefused) {
  expect_refused(
      "[[region]]\nname = \"mr\"\nkey = 1\nsize = \"16 B\"\nfirst_byte_offset = \"6 KiB\"\n"
      "pages = [0x1000, 0x2000]\n" +
          case_queue_pairs(1) + wqe("send", sge("0", "16", "mr")),
      "5:21: error: region \"mr\": first_byte_offset is not inside the first page");
}

TEST(CasesA, A20_RegionLongerThanItsPagesIsRefused) {
  expect_refused(
      "[[region]]\nname = \"mr\"\nkey = 1\nsize = \"8 KiB\"\nfirst_byte_offset = \"1 B\"\n"
      "pages = [0x1000, 0x2000]\n" +
          case_queue_pairs(1) + wqe("send", sge("0", "16", "mr")),
      "6:9: error: region \"mr\" has 2 pages of 4 KiB, and needs 3");
}

TEST(CasesA, A21_OffsetsBeyondTwoGibibytes) {
  const CaseRun run(case_bus(64, 16) + R"([[region]]
name = "all"
key = 1
size = "2304 MiB"
page_size = "1 GiB"
pages = [0x80000000, 0x240000000, 0x40000000]
)" + case_queue_pairs(1) +
                    wqe("send", sge("0x80000000", "64")) + wqe("send", sge("0x8FFFFFC0", "64")) +
                    wqe("send", sge("0x8FFFFFC1", "64")) + wqe("send", sge("0x7FFFFFFF", "2")));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("cqe", "number status bytes"),
              ElementsAre("0 SUCCESS 64", "1 SUCCESS 64", "2 LOC_PROT_ERR 0", "3 SUCCESS 2"));
  EXPECT_THAT(run.list("burst", "addr bytes"),
              ElementsAre("0x40000000 64", "0x4fffffc0 64", "0x27fffffff 1", "0x40000000 1"));
}

// Bytes of the second SGE stand in the overlap: see BusOrder.A22.
TEST(CasesA, A22_OverlappingSgesGiveTheSameInEveryRun) {
  const std::string twice = sge("0x1000", "256") + sge("0x1080", "256");
  const std::string scenario =
      on_bus(wqe("write", twice) + wqe("read", twice) + packet("read_response_only", 512) +
             wqe("write", sge("0x1000", "384"), "at = \"1 us\"\n"));
  const CaseRun run(scenario);
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("cqe", kCqe),
              ElementsAre("0 sq 0 SUCCESS 512", "0 sq 1 SUCCESS 512", "0 sq 2 SUCCESS 384"));
  const std::vector<std::string> two = {"0x1000 256", "0x1080 256"};
  EXPECT_EQ(run.list("burst", "addr bytes", "tag=0.sq.0.0@0"), two);
  EXPECT_EQ(run.list("burst", "addr bytes", "tag=0.sq.1.0@0"), two);
  for (int again = 0; again < 3; ++again) {
    EXPECT_EQ(CaseRun(scenario).log(), run.log());
  }
}

TEST(CasesC, C04_FailedReadsGiveTheirTagsBack) {
  std::string work;
  for (unsigned qp = 0; qp < 5; ++qp) {
    work += wqe("send", sge(std::to_string(0x100000 + 0x10000 * qp), "4096"), "", qp);
  }
  work += wqe("send", sge("0x8000", "4096"), "at = \"1 us\"\n", 5);
  for (const char* order : {"slot", "any"}) {
    const CaseRun run(
        case_bus(64, 16) + "size = \"64 KiB\"\n" + kWholeMemory + case_queue_pairs(6) + work,
        {"--set", "bus.read_bursts=4", "--set", std::string("bus.response_order=") + order});
    EXPECT_TRUE(run.sound()) << run.err();
    EXPECT_THAT(run.list("cqe", "qp status bytes"),
                ElementsAre("0 GENERAL_ERR 0", "1 GENERAL_ERR 0", "2 GENERAL_ERR 0",
                            "3 GENERAL_ERR 0", "4 GENERAL_ERR 0", "5 SUCCESS 4096"));
    EXPECT_THAT(run.list("fault", "status"), SizeIs(5));
    EXPECT_THAT(run.list("fault", "status"), Each("DECERR"));
    EXPECT_EQ(run.result("/read/bytes"), "4096");
    // QP 5 finds all four tags: its requests follow each other at once.
    const std::vector<std::uint64_t> requests = run.numbers("burst", "cycle", "qp=5");
    ASSERT_THAT(requests, SizeIs(4));
    EXPECT_EQ(requests.back() - requests.front(), 3U);
    EXPECT_EQ(run.result("/occupancy/read_bursts/max"), "4");
  }
}

TEST(CasesE, E03_OneCqeForFourWqes) {
  const std::string quiet = wqe("send", sge("0x1000", "100"), "signaled = false\n");
  const CaseRun run(on_bus(quiet + quiet + quiet + wqe("send", sge("0x2000", "200"))));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("cqe", kCqe), ElementsAre("0 sq 3 SUCCESS 200"));
  EXPECT_THAT(run.list("completion", "status bytes"),
              ElementsAre("SUCCESS 100", "SUCCESS 100", "SUCCESS 100", "SUCCESS 200"));
  EXPECT_EQ(run.result("/completions"), "{\"SUCCESS\":4}");
  EXPECT_EQ(run.result("/cqes"), "{\"SUCCESS\":1}");
}

TEST(CasesE, E04_EachCompletionIsTakenOnce) {
  const CaseRun run(on_bus(wqe("send", sge("0x1000", "100"), "count = 10\nstride = \"4 KiB\"\n")));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_EQ(run.count("completion"), 10U);
  EXPECT_THAT(run.numbers("cqe", "number"), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
  EXPECT_EQ(run.result("/cqes"), "{\"SUCCESS\":10}");
  // Presented at one edge, taken at the next.
  std::vector<std::uint64_t> taken = run.numbers("completion", "cycle");
  for (std::uint64_t& edge : taken) {
    ++edge;
  }
  EXPECT_EQ(run.numbers("cqe", "cycle"), taken);
}

TEST(CasesE, E07_FullCompletionQueueStallsAndLosesNothing) {
  const std::string six = wqe("send", sge("0x1000", "100"), "count = 6\nstride = \"4 KiB\"\n");
  const CaseRun never("[completion]\nqueue_depth = 4\npolled = false\n" + on_bus(six));
  EXPECT_EQ(never.exit_code(), 1);
  EXPECT_EQ(never.result("/ending"), "deadlock");
  EXPECT_THAT(never.numbers("cqe", "number"), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(never.err(), HasSubstr("2 completions are presented, and the completion queue has no "
                                     "room for their CQEs: software takes none out"));
  const CaseRun late(
      "[completion]\nqueue_depth = 4\npoll_start = \"1 us\"\npoll_interval = "
      "\"10 ns\"\n" +
      on_bus(six));
  EXPECT_TRUE(late.sound()) << late.err();
  EXPECT_THAT(late.numbers("cqe", "number"), ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_EQ(late.list("cqe", "cycle number").at(4), "1001 4");
  EXPECT_EQ(late.list("cqe", "cycle number").at(5), "1011 5");
}

}  // namespace
}  // namespace sgdma::test
