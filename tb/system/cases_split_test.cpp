// Failures of real engines (cases.md A and B): how work is cut into bursts and beats, from the
// event log of the real binary.

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/case_run.h"

namespace sgdma::test {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

constexpr const char* kShape = "addr bytes beats";
constexpr const char* kStrobes = "addr bytes beats first_strobe last_strobe";

/// One gather of queue pair 0: a WRITE of one SGE.
std::string gather(const std::string& address, const std::string& bytes) {
  return "[[wqe]]\nqp = 0\nop = \"write\"\nsge = [{ addr = \"" + address + "\", len = \"" + bytes +
         " B\", key = \"all\" }]\n";
}

/// One scatter of queue pair 0: an incoming WRITE.
std::string scatter(const std::string& address, const std::string& bytes) {
  return "[[packet]]\nqp = 0\nop = \"write_only\"\nva = \"" + address + "\"\nbytes = \"" + bytes +
         " B\"\nrkey = \"all\"\n";
}

/// A bus of `width` bytes and bursts of `beats` beats, memory all of its own, one queue pair.
std::string on_bus(unsigned width, unsigned beats, const std::string& work) {
  return case_bus(width, beats) + kWholeMemory + case_queue_pairs(1) + work;
}

// Lengths in AXI's words are beats - 1.
TEST(CasesA, A01_SpanOfTwoPagesIsCutAtBothLines) {
  for (const std::string& work : {gather("0xF00", "8192"), scatter("0xF00", "8192")}) {
    const CaseRun run(on_bus(16, 256, work));
    EXPECT_TRUE(run.sound()) << run.err();
    EXPECT_THAT(run.list("burst", kShape),
                ElementsAre("0xf00 256 16", "0x1000 4096 256", "0x2000 3840 240"));
    EXPECT_THAT(run.list("beat", "addr beat bytes", "last=true"),
                ElementsAre("0xff0 15 16", "0x1ff0 255 16", "0x2ef0 239 16"));
    EXPECT_THAT(run.list("beat", "addr"), SizeIs(16 + 256 + 240));
  }
}

TEST(CasesA, A02_BurstAsLongAsAPageAndMore) {
  for (const std::string& work : {gather("0x3000", "4112"), scatter("0x3000", "4112")}) {
    const CaseRun run(on_bus(16, 256, work));
    EXPECT_TRUE(run.sound()) << run.err();
    EXPECT_THAT(run.list("burst", kShape), ElementsAre("0x3000 4096 256", "0x4000 16 1"));
    EXPECT_THAT(run.list("completion", "status bytes"), ElementsAre("SUCCESS 4112"));
  }
}

TEST(CasesA, A03_LastByteOfAPage) {
  const CaseRun up_to_it(on_bus(4, 64, scatter("3841", "255")));
  EXPECT_TRUE(up_to_it.sound()) << up_to_it.err();
  EXPECT_THAT(up_to_it.list("burst", kStrobes), ElementsAre("0xf01 255 64 0xe 0xf"));
  EXPECT_THAT(up_to_it.list("beat", "addr bytes", "last=true"), ElementsAre("0xffc 4"));
  const CaseRun beyond(on_bus(4, 64, scatter("3841", "256")));
  EXPECT_TRUE(beyond.sound()) << beyond.err();
  EXPECT_THAT(beyond.list("burst", kStrobes),
              ElementsAre("0xf01 255 64 0xe 0xf", "0x1000 1 1 0x1 0x1"));
}

// Memory behind 0xA000 is not there, and 0x3000 belongs to nobody.
TEST(CasesA, A04_ExactlyFullPagesGiveNoStrayBurst) {
  const CaseRun run(case_bus(64, 16) + R"(size = "40 KiB"
[[region]]
name = "all"
key = 1
size = "8 KiB"
pages = [0x2000, 0x9000]
access = ["remote_write"]
)" + case_queue_pairs(1) +
                        scatter("0", "8192"),
                    {"--expect-ok"});
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(
      run.list("burst", "segment addr bytes beats"),
      ElementsAre("0 0x2000 1024 16", "0 0x2400 1024 16", "0 0x2800 1024 16", "0 0x2c00 1024 16",
                  "1 0x9000 1024 16", "1 0x9400 1024 16", "1 0x9800 1024 16", "1 0x9c00 1024 16"));
  EXPECT_THAT(run.list("response", "status"), SizeIs(8));
  for (const std::uint64_t address : run.numbers("beat", "addr")) {
    EXPECT_TRUE((address >= 0x2000 && address < 0x3000) || (address >= 0x9000 && address < 0xA000))
        << address;
  }
  EXPECT_THAT(run.list("beat", "addr"), SizeIs(128));
}

TEST(CasesA, A05_BurstThatFitsIsNotCut) {
  for (const std::string& work : {gather("0x10", "24"), scatter("0x10", "24")}) {
    const CaseRun run(on_bus(16, 2, work));
    EXPECT_TRUE(run.sound()) << run.err();
    EXPECT_THAT(run.list("burst", kStrobes), ElementsAre("0x10 24 2 0xffff 0xff"));
  }
  const CaseRun longer(on_bus(16, 2, gather("0x18", "100")));
  EXPECT_TRUE(longer.sound()) << longer.err();
  EXPECT_THAT(longer.list("burst", kShape),
              ElementsAre("0x18 24 2", "0x30 32 2", "0x50 32 2", "0x70 12 1"));
}

TEST(CasesA, A06_ShorterThanTheBusWord) {
  for (const auto& work : {gather, scatter}) {
    const CaseRun two_words(on_bus(8, 16, work("0xF", "2")));
    EXPECT_TRUE(two_words.sound()) << two_words.err();
    EXPECT_THAT(two_words.list("burst", kStrobes), ElementsAre("0xf 2 2 0x80 0x1"));
    const CaseRun two_pages(on_bus(8, 16, work("0xFFF", "2")));
    EXPECT_TRUE(two_pages.sound()) << two_pages.err();
    EXPECT_THAT(two_pages.list("burst", kStrobes),
                ElementsAre("0xfff 1 1 0x80 0x80", "0x1000 1 1 0x1 0x1"));
    const CaseRun one_byte(on_bus(8, 16, work("0xFFF", "1")));
    EXPECT_TRUE(one_byte.sound()) << one_byte.err();
    EXPECT_THAT(one_byte.list("burst", kStrobes), ElementsAre("0xfff 1 1 0x80 0x80"));
  }
}

TEST(CasesA, A07_NoHoleBehindAShortBurst) {
  for (const auto& work : {gather, scatter}) {
    const CaseRun run(on_bus(64, 16, work("0xF80", "2048")));
    EXPECT_TRUE(run.sound()) << run.err();
    EXPECT_THAT(run.list("burst", kShape),
                ElementsAre("0xf80 128 2", "0x1000 1024 16", "0x1400 896 14"));
  }
}

TEST(CasesA, A08_WideBusAndBurstsOfAPage) {
  for (const auto& work : {gather, scatter}) {
    const CaseRun run(on_bus(64, 64, work("0x40", "4096")));
    EXPECT_TRUE(run.sound()) << run.err();
    EXPECT_THAT(run.list("burst", kShape), ElementsAre("0x40 4032 63", "0x1000 64 1"));
  }
}

TEST(CasesA, A09_MisalignedWithTheMostBeats) {
  for (const auto& work : {gather, scatter}) {
    const CaseRun run(on_bus(4, 256, work("0x1002", "1024")));
    EXPECT_TRUE(run.sound()) << run.err();
    EXPECT_THAT(run.list("burst", kStrobes),
                ElementsAre("0x1002 1022 256 0xc 0xf", "0x1400 2 1 0x3 0x3"));
  }
}

TEST(CasesA, A10_NeitherABeatTooManyNorTooFew) {
  const CaseRun exact(on_bus(8, 16, gather("0", "128")));
  EXPECT_TRUE(exact.sound()) << exact.err();
  EXPECT_THAT(exact.list("burst", kShape), ElementsAre("0x0 128 16"));
  EXPECT_THAT(exact.list("beat", "addr beat", "last=true"), ElementsAre("0x78 15"));
  const CaseRun longer(on_bus(8, 16, gather("0", "136")));
  EXPECT_TRUE(longer.sound()) << longer.err();
  EXPECT_THAT(longer.list("burst", kShape), ElementsAre("0x0 128 16", "0x80 8 1"));
  EXPECT_THAT(longer.list("beat", "addr beat", "last=true"), ElementsAre("0x78 15", "0x80 0"));
  EXPECT_THAT(longer.list("beat", "addr"), SizeIs(17));
  EXPECT_EQ(longer.result("/read/bytes"), "136");
}

TEST(CasesA, A18_OffsetsCountFromTheRegionsStart) {
  const CaseRun run(case_bus(16, 16) + R"([[region]]
name = "all"
key = 1
size = "6 KiB"
first_byte_offset = "564 B"
pages = [0x7000, 0x3000]
)" + case_queue_pairs(1) +
                    gather("0", "16") + gather("0xDCC", "16") + gather("0xDC4", "16"));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("burst", "tag addr bytes"),
              ElementsAre("0.sq.0.0@0 0x7234 16", "0.sq.1.0@0 0x3000 16", "0.sq.2.0@0 0x7ff8 8",
                          "0.sq.2.0@0 0x3000 8"));
}

TEST(CasesB, B05_OnlyTheFinalBeatIsPartial) {
  for (const auto& work : {gather, scatter}) {
    const CaseRun run(on_bus(8, 4, work("0x100", "75")));
    EXPECT_TRUE(run.sound()) << run.err();
    EXPECT_THAT(run.list("burst", kStrobes),
                ElementsAre("0x100 32 4 0xff 0xff", "0x120 32 4 0xff 0xff", "0x140 11 2 0xff 0x7"));
    const std::vector<std::string> beats = run.list("beat", "bytes");
    ASSERT_THAT(beats, SizeIs(10));
    for (std::size_t beat = 0; beat < beats.size(); ++beat) {
      EXPECT_EQ(beats[beat], beat == 9 ? "3" : "8") << "beat " << beat;
    }
  }
}

TEST(CasesB, B06_BurstsOfOneBeat) {
  const std::string all = "0x" + std::string(32, 'f');
  const std::string both = all + " " + all;
  for (const auto& work : {gather, scatter}) {
    const CaseRun run(on_bus(128, 1, work("0", "300")));
    EXPECT_TRUE(run.sound()) << run.err();
    EXPECT_THAT(run.list("burst", kStrobes), ElementsAre("0x0 128 1 " + both, "0x80 128 1 " + both,
                                                         "0x100 44 1 0xfffffffffff 0xfffffffffff"));
    EXPECT_THAT(run.list("beat", "addr beat last"),
                ElementsAre("0x0 0 true", "0x80 0 true", "0x100 0 true"));
  }
}

}  // namespace
}  // namespace sgdma::test
