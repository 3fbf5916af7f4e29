// Two event logs held against each other.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/command_run.h"
#include "support/scenario_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kHeader =
    R"({"schema":1,"log":"sgdma events","period_ps":1000,"bus_width":8,"beats":false})"
    "\n";
constexpr const char* kWithBeats =
    R"({"schema":1,"log":"sgdma events","period_ps":1000,"bus_width":8,"beats":true})"
    "\n";

std::string post(int cycle, const std::string& tag) {
  return R"({"cycle":)" + std::to_string(cycle) + R"(,"event":"post","qp":)" + tag.substr(0, 1) +
         R"(,"dir":"gather","tag":")" + tag + R"(","len":9,"segments":1,"last_part":true})" + "\n";
}
std::string grant(int cycle, int slot, const std::string& tag) {
  return R"({"cycle":)" + std::to_string(cycle) + R"(,"event":"grant","slot":)" +
         std::to_string(slot) + R"(,"qp":)" + tag.substr(0, 1) + R"(,"dir":"gather","tag":")" +
         tag + R"(","addr":"0x4000","len":9})" + "\n";
}
std::string cqe(int cycle, int qp, int number, const char* status) {
  return R"({"cycle":)" + std::to_string(cycle) + R"(,"event":"cqe","qp":)" + std::to_string(qp) +
         R"(,"queue":"sq","number":)" + std::to_string(number) + R"(,"status":")" + status +
         R"(","bytes":9,"imm":false})" + "\n";
}

CommandResult diff(const std::string& a, const std::string& b) {
  return run_command({"diff", write_scratch_file("a.jsonl", a), write_scratch_file("b.jsonl", b)});
}

TEST(Diff, FindsNoDifferenceInTheSameEvents) {
  const std::string log = kHeader + post(1, "1.sq.0.0@0") + grant(2, 0, "1.sq.0.0@0");
  const CommandResult same = diff(log, log);
  EXPECT_EQ(same.exit_code, 0);
  EXPECT_EQ(same.out, "no difference in 2 events\n");
  EXPECT_THAT(same.err, IsEmpty());
  // The order of fields is no difference, and no line break at the end is none.
  const std::string other_order =
      R"({"event":"post","cycle":1,"len":9,"qp":1,"dir":"gather","segments":1,)"
      R"("last_part":true,"tag":"1.sq.0.0@0"})";
  EXPECT_EQ(diff(kHeader + post(1, "1.sq.0.0@0"), kHeader + other_order).exit_code, 0);
}

TEST(Diff, ShowsTheTransferOnBothSides) {
  const std::string before = post(1, "1.sq.0.0@0") + post(1, "2.sq.0.0@0") +
                             grant(2, 0, "2.sq.0.0@0") + cqe(2, 1, 7, "SUCCESS");
  const std::string after_a =
      grant(3, 1, "1.sq.0.0@0") + cqe(9, 1, 0, "SUCCESS") + cqe(9, 2, 0, "SUCCESS");
  const std::string after_b = grant(3, 2, "1.sq.0.0@0") + cqe(8, 1, 0, "GENERAL_ERR");
  const CommandResult result = diff(kHeader + before + after_a, kHeader + before + after_b);
  EXPECT_EQ(result.exit_code, 1);
  const std::vector<std::string> lines = lines_of(result.out);
  const auto text = [](const std::string& line) {
    return "    " + line.substr(0, line.size() - 1);
  };
  ASSERT_EQ(lines.size(), 16U) << result.out;
  EXPECT_EQ(lines[0], "the logs differ after 4 events");
  EXPECT_THAT(lines[1], HasSubstr("a.jsonl:6"));
  EXPECT_EQ(lines[2], text(grant(3, 1, "1.sq.0.0@0")));
  EXPECT_THAT(lines[3], HasSubstr("b.jsonl:6"));
  EXPECT_EQ(lines[4], text(grant(3, 2, "1.sq.0.0@0")));
  EXPECT_EQ(lines[5], "  differs in: slot: 1, 2");
  EXPECT_EQ(lines[7], "transfer 1.sq.0.0@0");
  EXPECT_EQ(lines[8], "  before, in both");
  EXPECT_EQ(lines[9], text(post(1, "1.sq.0.0@0")));
  EXPECT_EQ(lines[10], "  then in A");
  EXPECT_EQ(lines[11], text(grant(3, 1, "1.sq.0.0@0")));
  EXPECT_EQ(lines[12], text(cqe(9, 1, 0, "SUCCESS")));
  EXPECT_EQ(lines[13], "  then in B");
  EXPECT_EQ(lines[14], text(grant(3, 2, "1.sq.0.0@0")));
  EXPECT_EQ(lines[15], text(cqe(8, 1, 0, "GENERAL_ERR")));
}

TEST(Diff, ACqeTellsOfAllPartsOfItsWqe) {
  const std::string before = post(1, "1.sq.3.0@0") + post(1, "1.sq.3.1@0") + post(1, "1.sq.30.0@0");
  const CommandResult result = diff(kHeader + before + cqe(9, 1, 3, "SUCCESS"),
                                    kHeader + before + cqe(9, 1, 3, "GENERAL_ERR"));
  EXPECT_THAT(result.out, HasSubstr("differs in: status: \"SUCCESS\", \"GENERAL_ERR\""));
  EXPECT_THAT(result.out,
              HasSubstr("transfer 1.sq.3\n  before, in both\n    " + post(1, "1.sq.3.0@0") +
                        "    " + post(1, "1.sq.3.1@0") + "  then in A\n"));
}

TEST(Diff, SaysWhichLogEndsFirst) {
  const std::string start = kHeader + post(1, "1.sq.0.0@0");
  const CommandResult result = diff(start, start + grant(2, 0, "1.sq.0.0@0"));
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("a.jsonl:2\n    (the log ends here)\n"));
  EXPECT_THAT(result.out, HasSubstr("then in A\n    (no event)\n  then in B\n    " +
                                    grant(2, 0, "1.sq.0.0@0")));
}

TEST(Diff, LeavesBeatsOutWhereOneLogHasNone) {
  const std::string beat = R"({"cycle":3,"event":"beat","slot":0,"qp":1})"
                           "\n";
  const std::string post_event = post(1, "1.sq.0.0@0");
  const CommandResult same =
      diff(kHeader + post_event, std::string(kWithBeats) + beat + post_event + beat);
  EXPECT_EQ(same.exit_code, 0);
  EXPECT_THAT(same.out, HasSubstr("beats are left out"));
  const CommandResult differ = diff(kWithBeats + post_event, kWithBeats + post_event + beat);
  EXPECT_EQ(differ.exit_code, 1);
}

TEST(Diff, SaysThatTheFirstLinesDiffer) {
  const std::string wide =
      R"({"schema":1,"log":"sgdma events","period_ps":1000,"bus_width":64,"beats":false})"
      "\n";
  const CommandResult result = diff(kHeader, wide);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("first lines differ in bus_width: 8, 64"));
}

TEST(Diff, RefusesWhatIsNoEventLog) {
  for (const char* text : {"", "{}\n", "[]\n", "no JSON\n", "{\"schema\":1}\n"}) {
    const CommandResult result = diff(kHeader, text);
    EXPECT_EQ(result.exit_code, 2) << text;
    EXPECT_THAT(result.err, HasSubstr("b.jsonl: error: is no event log\nhint: "));
    EXPECT_THAT(result.out, IsEmpty());
  }
  const CommandResult schema = diff(kHeader, R"({"schema":2,"log":"sgdma events"})");
  EXPECT_EQ(schema.exit_code, 2);
  const CommandResult line = diff(kHeader + post(1, "1.sq.0.0@0"), kHeader + std::string("[7]\n"));
  EXPECT_EQ(line.exit_code, 2);
  EXPECT_THAT(line.err, HasSubstr("b.jsonl:2:1: error: this is no event"));
  EXPECT_EQ(run_command({"diff", "/nowhere/a.jsonl", "/nowhere/b.jsonl"}).exit_code, 2);
  EXPECT_EQ(run_command({"diff", "/dev/null", "/dev/null"}).exit_code, 2);
}

}  // namespace
}  // namespace sgdma::test
