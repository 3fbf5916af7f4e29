// Failures of real tools (cases.md J): input, output and exit codes of `sgdma run`. What `validate`
// and the options refuse stands in cli_scenario_test.cpp and cli_usage_test.cpp.

#include <chrono>
#include <filesystem>
#include <regex>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/case_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

std::string send(const std::string& bytes = "100 B") {
  return "[[wqe]]\nqp = 0\nop = \"send\"\nsge = [{ addr = 0x1000, len = \"" + bytes +
         "\", key = 1 }]\n";
}

std::string good() { return case_bus(64, 16) + kWholeMemory + case_queue_pairs(1) + send(); }

/// The beginning of a scenario that is right as far as it goes.
constexpr const char* kQueuePair = "[[qp]]\nnumber = 0\n";
constexpr const char* kSendOfKey1 =
    "[[wqe]]\nqp = 0\nop = \"send\"\nsge = [{ addr = 0, len = \"1 B\", key = 1";

/// Expects that the run is refused, with this message, and that nothing was simulated.
void expect_refused(const CaseRun& run, const std::string& message) {
  EXPECT_EQ(run.exit_code(), 2);
  EXPECT_THAT(run.err(), HasSubstr(message));
  EXPECT_THAT(run.out(), IsEmpty());
  EXPECT_THAT(run.log(), IsEmpty());
}

TEST(CasesJ, J01_NegativeNumbersAreRefusedWithTheirName) {
  expect_refused(CaseRun(good() + "[[qp]]\nnumber = 9\ncount = -1\n"),
                 "error: qp.count is negative");
  expect_refused(CaseRun(good(), {"--set", "bus.read_bursts=-12"}),
                 "--set bus.read_bursts=-12: error: bus.read_bursts is negative");
  expect_refused(CaseRun(good(), {"--max-cycles", "-12"}), "--max-cycles -12: error: is negative");
  expect_refused(CaseRun(good() + send("-1 B")), "sge.len is negative");
  expect_refused(CaseRun(good(), {"--seed", "-1"}), "--seed -1: error: workload.seed is negative");
}

TEST(CasesJ, J02_HugeLengthIsNotClamped) {
  expect_refused(CaseRun(good() + send("11111111111111111111111 B")),
                 "sge.len = \"11111111111111111111111 B\" is too large");
  expect_refused(CaseRun(good() + send("4294967296 B")),
                 "sge.len is out of range: 0 B to 4294967295 B");
}

TEST(CasesJ, J03_ExponentsAndFractionsAreNotRounded) {
  const auto start = std::chrono::steady_clock::now();
  expect_refused(CaseRun(good(), {"--set", "memory.read_latency=1e1000 ns"}),
                 "error: memory.read_latency = \"1e1000 ns\"");
  // Nobody multiplies by ten that often.
  for (const char* huge : {"1e2000000000", "1e2000000000 ns"}) {
    expect_refused(CaseRun(good(), {"--set", std::string("memory.read_latency=") + huge}),
                   "error: memory.read_latency ");
  }
  expect_refused(CaseRun(good() + send("1.5 B")), "sge.len = \"1.5 B\" is no whole number");
  expect_refused(CaseRun(good(), {"--set", "bus.read_bursts=1e3"}),
                 "error: bus.read_bursts is a floating-point number");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(CasesJ, J04_ByteOrderMarkChangesNothing) {
  const CaseRun plain(good());
  const CaseRun marked("\xEF\xBB\xBF" + good());
  EXPECT_TRUE(marked.sound()) << marked.err();
  EXPECT_EQ(marked.log(), plain.log());
  EXPECT_EQ(marked.out(), plain.out());
}

TEST(CasesJ, J05_CrLfWithoutALastNewlineGivesTheSameResult) {
  const CaseRun plain(good());
  ASSERT_TRUE(plain.sound()) << plain.err();
  std::string text = std::regex_replace(good(), std::regex("\n"), "\r\n");
  text.resize(text.size() - 2);
  const CaseRun other(text);
  EXPECT_EQ(other.exit_code(), 0) << other.err();
  EXPECT_EQ(other.log(), plain.log());
  EXPECT_EQ(other.out(), plain.out());
}

TEST(CasesJ, J06_DuplicateKeysAreRefusedWithTheirLine) {
  const CaseRun run(std::string(kQueuePair) + kSendOfKey1 + ", key = 2 }]\n");
  expect_refused(run, "case.toml:6:48: error: ");
  EXPECT_THAT(run.err(), HasSubstr("'key'"));
  expect_refused(CaseRun("[engine]\nslots = 3\nslots = 4\n" + good()), "case.toml:3:9: error: ");
}

TEST(CasesJ, J07_DeepNestingIsRefused) {
  expect_refused(CaseRun("a = " + std::string(100000, '[')), "case.toml:1:");
}

TEST(CasesJ, J08_TrailingCommaInATableIsRefusedWithItsPlace) {
  const CaseRun run(std::string(kQueuePair) + kSendOfKey1 + ", }]\n");
  expect_refused(run, "case.toml:6:42: error: ");
  EXPECT_THAT(run.err(), HasSubstr("comma"));
}

TEST(CasesJ, J09_WrongWordsAreShownWithTheRightOnes) {
  const CaseRun run(std::string(kQueuePair) + R"([[wqe]]
qp = 0
op = "sned"
[[wqe]]
qp = 0
[[wqe]]
qp = 0
op = "send"
sge = [{ addr = 0, len = "1 B" }]
)");
  expect_refused(run, "case.toml:5:6: error: wqe.op cannot be \"sned\": it is one of \"send\", ");
  EXPECT_THAT(run.err(), HasSubstr("hint: did you mean \"send\"?"));
  EXPECT_THAT(run.err(), HasSubstr("case.toml:6:1: error: wqe.op is missing\n    [[wqe]]\n    ^\n"
                                   "hint: it is one of \"send\", "));
  EXPECT_THAT(run.err(), HasSubstr("case.toml:11:8: error: wqe.sge.key is missing"));
  // Times need not rise: work counts in the order in which it arrives.
  const CaseRun falling(case_bus(64, 16) + kWholeMemory + case_queue_pairs(1) + send("200 B") +
                        "at = \"1 us\"\n" + send("100 B") + "at = \"0 ns\"\n");
  EXPECT_TRUE(falling.sound()) << falling.err();
  EXPECT_THAT(falling.list("post", "cycle tag len"),
              ElementsAre("1 0.sq.0.0@0 100", "1001 0.sq.1.0@0 200"));
}

TEST(CasesJ, J10_UnknownKeysAreRefused) {
  const CaseRun run(good(), {"--set", "bus.read_brusts=8"});
  expect_refused(run, "--set bus.read_brusts=8: error: unknown key: bus.read_brusts");
  EXPECT_THAT(run.err(), HasSubstr("did you mean \"read_bursts\"?"));
  const CaseRun everywhere(R"([bus]
max_outstandng = 8
[[qp]]
number = 0
wieght = 2
[[region]]
name = "r"
key = 1
size = "1 B"
base = 0
acess = []
[[wqe]]
qp = 0
op = "send"
sginaled = true
sge = [{ addr = 0, len = "1 B", key = 1, kye = 2 }]
[[packet]]
qp = 0
op = "send_only"
bytes = "1 B"
btyes = "1 B"
[busses]
width = 1
)");
  expect_refused(everywhere, "case.toml:2:1: error: unknown key: bus.max_outstandng\n");
  for (const char* unknown :
       {"5:1: error: unknown key: qp.wieght\n", "11:1: error: unknown key: region.acess\n",
        "15:1: error: unknown key: wqe.sginaled\n", "16:42: error: unknown key: wqe.sge.kye\n",
        "21:1: error: unknown key: packet.btyes\n", "22:2: error: unknown key: busses\n"}) {
    EXPECT_THAT(everywhere.err(), HasSubstr(std::string("case.toml:") + unknown));
  }
}

TEST(CasesJ, J11_OutputThatCannotBeWrittenFailsBeforeAnythingRuns) {
  const std::string path = write_scratch_file("good.toml", good());
  const std::string missing = path + ".nosuchdir/x.jsonl";
  for (const char* option : {"--events", "--resolved"}) {
    const CommandResult run = run_command({"run", path, "--json", option, missing});
    EXPECT_EQ(run.exit_code, 2) << option;
    EXPECT_THAT(run.err, HasSubstr(missing + ": error: "));
    EXPECT_THAT(run.out, IsEmpty());
    // A line of what a run says at its end.
    EXPECT_THAT(run.err, testing::Not(HasSubstr("verified")));
    EXPECT_FALSE(std::filesystem::exists(path + ".nosuchdir"));
  }
  // A file stands where the directory should be.
  const CommandResult run = run_command({"run", path, "--json", "--out", path + "/out"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr(path + "/out"));
  EXPECT_THAT(run.out, IsEmpty());
}

TEST(CasesJ, J12_ExitCodesTellSuccessFromFailure) {
  EXPECT_EQ(CaseRun(good(), {"--expect-ok"}).exit_code(), 0);
  // An error CQE that the scenario provokes is a result, unless all should be well.
  const std::string bad = good() +
                          "[[wqe]]\nqp = 0\nop = \"send\"\nsge = [{ addr = 0, len = \"1 B\", "
                          "key = 9 }]\n";
  const CaseRun error(bad);
  EXPECT_EQ(error.exit_code(), 0) << error.err();
  EXPECT_EQ(error.result("/cqes/LOC_PROT_ERR"), "1");
  EXPECT_EQ(CaseRun(bad, {"--expect-ok"}).exit_code(), 1);
  // Likewise a bus error, and work that is rejected without a CQE.
  EXPECT_EQ(CaseRun(good(), {"--set", "memory.size=1 B"}).exit_code(), 0);
  EXPECT_EQ(CaseRun(good(), {"--set", "memory.size=1 B", "--expect-ok"}).exit_code(), 1);
  const std::string dropped = good() + "[[packet]]\nqp = 0\nop = \"send_only\"\nbytes = \"1 B\"\n";
  EXPECT_EQ(CaseRun(dropped).exit_code(), 0);
  EXPECT_EQ(CaseRun(dropped, {"--expect-ok"}).exit_code(), 1);
  EXPECT_EQ(CaseRun(good(), {"--max-cycles", "10"}).exit_code(), 1);
  EXPECT_EQ(CaseRun("nonsense").exit_code(), 2);
}

TEST(CasesJ, J12_DeadlockFailsAndNamesWhatHoldsTheRun) {
  const CaseRun run("[completion]\nqueue_depth = 1\npolled = false\ndepth = 2\n" + good() + send() +
                    send() + send() + send() + send());
  EXPECT_EQ(run.exit_code(), 1);
  EXPECT_EQ(run.result("/ending"), "deadlock");
  EXPECT_THAT(run.err(), StartsWith("run: DEADLOCK: work is left and nothing can happen any more"));
  EXPECT_THAT(run.err(), HasSubstr("  2 completions are presented, and the completion queue has no "
                                   "room for their CQEs: software takes none out\n"));
  EXPECT_THAT(run.err(), HasSubstr("  3 transfers are queued and have no slot\n"));
}

}  // namespace
}  // namespace sgdma::test
