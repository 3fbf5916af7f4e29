// Regions that are taken away in the middle of transfers, through the real binary. The edges
// themselves are docs/translation.md's and those of the small engine.

#include <string>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/address_sanitizer.h"
#include "support/case_run.h"
#include "support/cut_run.h"
#include "support/small_engine.h"
#include "types/translation.h"

namespace sgdma::test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kControl = "cycle kind phase region";
constexpr const char* kCqe = "cycle qp queue number status";

std::string at(unsigned cycle) { return "at = \"" + std::to_string(cycle) + " cycles\"\n"; }

std::string event(const std::string& kind, const std::string& region, unsigned cycle) {
  return "[[event]]\nkind = \"" + kind + "\"\nregion = \"" + region + "\"\n" + at(cycle);
}

/// A region of 64 KiB at IOVA 0, in one piece from `base` on.
std::string region(const std::string& name, unsigned key, const std::string& base,
                   bool registered = true) {
  return "[[region]]\nname = \"" + name + "\"\nkey = " + std::to_string(key) +
         "\nsize = \"64 KiB\"\nbase = \"" + base +
         "\"\naccess = [\"local_write\", \"remote_write\", \"remote_read\"]\nregistered = " +
         (registered ? "true\n" : "false\n");
}

std::string send(unsigned qp, const std::string& region, unsigned bytes, unsigned cycle) {
  return "[[wqe]]\nqp = " + std::to_string(qp) + "\nop = \"send\"\n" + at(cycle) +
         "sge = [{ addr = 0, len = \"" + std::to_string(bytes) + " B\", key = \"" + region +
         "\" }]\n";
}

std::string write(unsigned qp, const std::string& region, unsigned cycle) {
  return "[[packet]]\nqp = " + std::to_string(qp) + "\nop = \"write_only\"\n" + at(cycle) +
         "bytes = \"256 B\"\nva = 4096\nrkey = \"" + region + "\"\n";
}

std::string policies(const std::string& deregistration, const std::string& translation) {
  std::string text = "[key_cache]\nderegistration = \"" + deregistration + "\"\ntranslation = \"" +
                     translation + "\"\n";
  if (deregistration == "immediate") text += "baseline = \"immediate\"\n";
  return text;
}

// Eight bursts of eight words: taken in at 1, granted at 2, asked for from 3 on, one an edge. Asked
// for after 5, the deregistration takes effect at 6, when three are outstanding. Their words move
// from 8 to 31, and all words from 8 to 71.
std::string eight_bursts(const std::string& deregistration, const std::string& translation) {
  return small_engine(1, policies(deregistration, translation)) + send(1, "all", 512, 0) +
         event("deregister", "all", 5);
}

TEST(DeregistrationCases, F04_WaitsOrFailsWhatIsNotAskedFor) {
  const CaseRun wait(eight_bursts("wait", "burst"));
  EXPECT_TRUE(wait.sound()) << wait.err();
  EXPECT_THAT(wait.list("control", kControl),
              ElementsAre("6 deregister asked 0x1", "71 deregister answered 0x1"));
  EXPECT_EQ(wait.count("burst"), 8U);
  EXPECT_THAT(wait.list("cqe", kCqe), ElementsAre("72 1 sq 0 SUCCESS"));

  const CaseRun fence(eight_bursts("fence", "burst"));
  EXPECT_TRUE(fence.sound()) << fence.err();
  EXPECT_THAT(fence.list("control", kControl),
              ElementsAre("6 deregister asked 0x1", "31 deregister answered 0x1"));
  EXPECT_THAT(fence.numbers("burst", "cycle"), ElementsAre(3, 4, 5));
  EXPECT_EQ(fence.numbers("beat", "cycle").back(), 31U);
  EXPECT_THAT(fence.list("cqe", kCqe), ElementsAre("32 1 sq 0 LOC_PROT_ERR"));

  for (const CaseRun* run : {&wait, &fence}) {
    EXPECT_EQ(run->result("/mid_transaction/deregister/exposed_after_answer"),
              "{\"gather\":0,\"scatter\":0}");
  }
  EXPECT_EQ(wait.result("/mid_transaction/deregister/exposed_bytes/gather"), "512");
  EXPECT_EQ(fence.result("/mid_transaction/deregister/exposed_bytes/gather"), "192");
  EXPECT_EQ(fence.result("/mid_transaction/deregister/latency/max"), "25");
  EXPECT_EQ(fence.result("/mid_transaction/torn_transfers/deregister"), "1");
}

// The pages of the old registration are not touched again, also not by what is posted while it is
// closing: that fails. The registration of the same key waits for the answer, at 71, and comes at
// the edge behind it.
TEST(DeregistrationCases, F05_AKeyThatIsUsedAgainLeadsToTheNewPages) {
  const CaseRun run(small_engine(1) + region("old", 7, "0x100000") +
                    region("new", 7, "0x200000", false) + send(1, "old", 512, 0) +
                    event("deregister", "old", 5) + event("register", "new", 6) +
                    send(1, "new", 64, 20) + send(1, "new", 128, 100));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("control", kControl),
              ElementsAre("6 deregister asked 0x7", "71 deregister answered 0x7",
                          "72 register asked 0x7", "72 register answered 0x7"));
  EXPECT_THAT(run.list("reject", "cycle tag status"), ElementsAre("21 1.sq.1.0@0 LOC_PROT_ERR"));
  EXPECT_THAT(run.list("burst", "tag addr", "tag=1.sq.2.0@0"),
              ElementsAre("1.sq.2.0@0 0x200000", "1.sq.2.0@0 0x200040"));
  EXPECT_EQ(run.count("burst"), 10U);
  EXPECT_EQ(run.result("/mid_transaction/register/answered"), "1");
}

// Deregistration by policy and translation: two queue pairs gather from the region and one scatters
// to it, while a fourth works on another one.
class DeregistrationPolicies : public testing::TestWithParam<std::tuple<int, int>> {
 protected:
  static std::string deregistration() {
    return std::string(kDeregistrationNames[static_cast<unsigned>(std::get<0>(GetParam()))]);
  }
  static std::string translation() {
    return std::string(kTranslationNames[static_cast<unsigned>(std::get<1>(GetParam()))]);
  }
  static std::string scenario() {
    std::string text =
        small_engine(4, policies(deregistration(), translation()) + "[engine]\nslots = 3\n");
    text += region("mine", 7, "0x100000") + region("other", 8, "0x200000");
    for (unsigned again = 0; again < 2; ++again) {
      text += send(1, "mine", 9000, again) + send(2, "mine", 5000, again) +
              write(3, "mine", 10 * again) + send(4, "other", 3000, again);
    }
    return text;
  }
};

TEST_P(DeregistrationPolicies, KeepEveryRule) {
  const CaseRun run(scenario() + event("deregister", "mine", 300));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_EQ(run.result("/mid_transaction/deregister/answered"), "1");
  const std::string after = run.result("/mid_transaction/deregister/exposed_after_answer/gather");
  if (deregistration() == "immediate") {
    EXPECT_NE(after, "0");
    EXPECT_EQ(run.result("/mid_transaction/deregister/latency/max"), "0");
  } else {
    EXPECT_EQ(after, "0");
  }
  // Whoever has nothing to do with the region is as ever.
  EXPECT_THAT(run.list("cqe", "status", "qp=4"), ElementsAre("SUCCESS", "SUCCESS"));
  // What had no slot fails under each policy, or is flushed behind what has failed.
  EXPECT_THAT(run.list("cqe", "status", "qp=2"), testing::Contains(Not(HasSubstr("SUCCESS"))));
}

TEST_P(DeregistrationPolicies, HoldAtEveryBurst) {
  const bool beats = std::get<1>(GetParam()) == static_cast<int>(Translation::kBeat);
  if (kAddressSanitizer && beats) {
    GTEST_SKIP() << "a process for every beat takes a minute under AddressSanitizer";
  }
  const CutRun run(scenario(), "dereg:mine", {"--at", "bursts"});
  EXPECT_EQ(run.exit_code(), 0) << run.err();
}

INSTANTIATE_TEST_SUITE_P(
    All, DeregistrationPolicies, testing::Combine(testing::Range(0, 4), testing::Range(0, 5)),
    [](const testing::TestParamInfo<std::tuple<int, int>>& named) {
      return std::string(kDeregistrationNames[static_cast<unsigned>(std::get<0>(named.param))]) +
             "_" + std::string(kTranslationNames[static_cast<unsigned>(std::get<1>(named.param))]);
    });

// All 512 bytes move behind the answer, or the three bursts that were asked for.
TEST(Deregistration, WhatTheBaselineExposesIsMeasured) {
  const CaseRun captured(eight_bursts("immediate", "captured"));
  EXPECT_TRUE(captured.sound()) << captured.err();
  EXPECT_EQ(captured.result("/mid_transaction/deregister/exposed_after_answer/gather"), "512");
  const CaseRun burst(eight_bursts("immediate", "burst"));
  EXPECT_TRUE(burst.sound()) << burst.err();
  EXPECT_EQ(burst.result("/mid_transaction/deregister/exposed_after_answer/gather"), "192");
  EXPECT_THAT(burst.list("control", kControl),
              ElementsAre("6 deregister asked 0x1", "6 deregister answered 0x1"));
}

TEST(Deregistration, TheUnsafePolicyHasToBeAskedForByName) {
  const CaseRun run("[key_cache]\nderegistration = \"immediate\"\n");
  EXPECT_EQ(run.exit_code(), 2);
  EXPECT_THAT(run.err(), AllOf(HasSubstr(":2:18: error: key_cache.deregistration = \"immediate\""),
                               HasSubstr("hint: set wait, fence or force_error")));
}

// The failure is taken at 32: the queue pair is in ERR, whatever teardown.on_failure says, and what
// is posted later is flushed.
TEST(Deregistration, ForceErrorBringsTheQueuePairIntoError) {
  const CaseRun run(eight_bursts("force_error", "captured") + region("other", 8, "0x200000") +
                    send(1, "other", 64, 40));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("control", kControl, "kind=deregister"),
              ElementsAre("6 deregister asked 0x1", "31 deregister answered 0x1"));
  EXPECT_THAT(run.list("state", "cycle qp state"), ElementsAre("32 1 error"));
  EXPECT_THAT(run.list("cqe", kCqe),
              ElementsAre("32 1 sq 0 LOC_PROT_ERR", "41 1 sq 1 WR_FLUSH_ERR"));
}

TEST(Deregistration, TheSideOfTheTransferDecidesTheStatus) {
  const CaseRun run(small_engine(1, policies("fence", "burst")) + region("mine", 7, "0x100000") +
                    write(1, "mine", 0) + event("deregister", "mine", 5));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("completion", "tag status"),
              ElementsAre("1.responder.0.0@0 REM_ACCESS_ERR"));
}

TEST(Deregistration, WhatIsNotRegisteredIsAnsweredAtOnce) {
  const CaseRun run(small_engine(1) + region("later", 7, "0x100000", false) +
                    send(1, "all", 512, 0) + event("deregister", "later", 5));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("control", kControl),
              ElementsAre("6 deregister asked 0x7", "6 deregister answered 0x7"));
}

// Whether the key is in use when the beat has moved is not known before the run.
TEST(Deregistration, ARegistrationUnderAKeyInUseEndsTheRun) {
  const CaseRun run(small_engine(1) + send(1, "all", 512, 0) +
                    "[[event]]\nkind = \"register\"\nregion = \"all\"\nafter = \"1.sq.0.0@0\"\n");
  EXPECT_EQ(run.exit_code(), 2);
  EXPECT_THAT(run.err(), AllOf(HasSubstr("is registered under the key 0x1"),
                               HasSubstr("hint: deregister the other one before")));
}

}  // namespace
}  // namespace sgdma::test
