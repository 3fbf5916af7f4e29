// `sgdma report` on its command line: what it takes, and what it refuses.

#include <filesystem>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "explore/report/page.h"
#include "support/command_run.h"
#include "support/scenario_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;
using testing::HasSubstr;

class ReportCommand : public testing::Test {
 protected:
  void SetUp() override {
    if (!explore::has_page_libraries()) GTEST_SKIP() << "there is no Vega-Lite";
    const CommandResult result =
        run_command({"run", source_path("traces/stimulus/bus_error.toml"), "--out", run_});
    ASSERT_EQ(result.exit_code, 0) << result.err;
  }

  const std::string run_ = scratch_path("run");
};

TEST_F(ReportCommand, TakesADirectoryOrItsResult) {
  EXPECT_EQ(run_command({"report", run_}).exit_code, 0);
  const std::string page = file_bytes(run_ + "/report.html");
  EXPECT_THAT(page, testing::StartsWith("<!DOCTYPE html>"));
  EXPECT_EQ(
      run_command({"report", run_ + "/result.json", "--out", scratch_path("other.html")}).exit_code,
      0);
  EXPECT_EQ(file_bytes(scratch_path("other.html")), page);
}

TEST_F(ReportCommand, NeedsNoEventLog) {
  fs::remove(run_ + "/events.jsonl");
  EXPECT_EQ(run_command({"report", run_}).exit_code, 0);
  EXPECT_THAT(file_bytes(run_ + "/report.html"), HasSubstr("\"timeline\":null"));
}

TEST_F(ReportCommand, SaysWhatLimitsTheRun) {
  const json::value result = json::parse(file_bytes(run_ + "/result.json"));
  const CommandResult again = run_command({"run", source_path("traces/stimulus/bus_error.toml")});
  const std::string limits = json::value_to<std::string>(result.at("limits"));
  EXPECT_THAT(again.err, HasSubstr("  limits     " + limits + "\n"));
}

TEST_F(ReportCommand, RefusesCyclesThatItCannotShow) {
  const auto refused = [this](std::vector<std::string> arguments, const char* words) {
    arguments.insert(arguments.begin(), {"report", run_});
    const CommandResult result = run_command(arguments);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.err, HasSubstr(words));
  };
  refused({"--from", "-1"}, "--from");
  refused({"--from", "9", "--to", "8"}, "--from 9: error: comes after --to 8");
  refused({"--from", "1000000"}, "--from 1000000: error: the run ended at cycle");
  fs::remove(run_ + "/events.jsonl");
  refused({"--to", "8"}, "--to 8: error: there is no event log beside the result");
  EXPECT_FALSE(fs::exists(run_ + "/report.html"));
}

TEST_F(ReportCommand, TakesALogFromElsewhere) {
  EXPECT_EQ(run_command({"report", run_}).exit_code, 0);
  const std::string page = file_bytes(run_ + "/report.html");
  fs::rename(run_ + "/events.jsonl", scratch_path("log.jsonl"));
  EXPECT_EQ(run_command({"report", run_, "--events", scratch_path("log.jsonl")}).exit_code, 0);
  EXPECT_EQ(file_bytes(run_ + "/report.html"), page);
}

TEST_F(ReportCommand, RefusesTheLogOfAnotherRun) {
  const auto refused = [this](const char* setting, const char* words) {
    const std::string log = scratch_path("log.jsonl");
    ASSERT_EQ(run_command({"run", source_path("traces/stimulus/bus_error.toml"), "--set", setting,
                           "--events", log})
                  .exit_code,
              0);
    const CommandResult result = run_command({"report", run_, "--events", log});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.err, HasSubstr(log + ": error: is of another run: " + words));
  };
  refused("clock.period=\"2 ns\"", "its clock has another period");
  refused("memory.read_latency=\"1 us\"", "it goes on to cycle");
  EXPECT_FALSE(fs::exists(run_ + "/report.html"));
}

TEST_F(ReportCommand, NeverGoesOverWhatItReads) {
  const std::string result = file_bytes(run_ + "/result.json");
  for (const char* name : {"/result.json", "/events.jsonl"}) {
    EXPECT_EQ(run_command({"report", run_, "--out", run_ + name}).exit_code, 2);
  }
  EXPECT_EQ(file_bytes(run_ + "/result.json"), result);
}

TEST_F(ReportCommand, SaysWhatIsWrong) {
  const CommandResult nothing = run_command({"report", scratch_path("nothing")});
  EXPECT_EQ(nothing.exit_code, 2);
  fs::create_directory(scratch_path("empty"));
  const CommandResult empty = run_command({"report", scratch_path("empty")});
  EXPECT_EQ(empty.exit_code, 2);
  EXPECT_THAT(empty.err, HasSubstr("has no result.json"));
  const CommandResult text = run_command({"report", write_scratch_file("a.json", "{\"a\":")});
  EXPECT_EQ(text.exit_code, 2);
  EXPECT_THAT(text.err, HasSubstr("a.json:1:6: error: this is no JSON: incomplete JSON"));
  const CommandResult line =
      run_command({"report", write_scratch_file("d.json", "{\n  \"cycles\": 1,\n  \"ö\": }\n")});
  EXPECT_EQ(line.exit_code, 2);
  EXPECT_THAT(line.err, HasSubstr("d.json:3:8: error: this is no JSON: "));
  const CommandResult other = run_command({"report", write_scratch_file("b.json", "{\"a\":1}")});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("is no result of a run or a sweep"));
  const CommandResult part =
      run_command({"report", write_scratch_file("c.json", "{\"qps\":[],\"storage_bits\":{}}")});
  EXPECT_EQ(part.exit_code, 2);
  EXPECT_THAT(part.err, HasSubstr("is no whole result"));
  const CommandResult objectives = run_command({"report", run_, "--objectives", "max a"});
  EXPECT_EQ(objectives.exit_code, 2);
  EXPECT_THAT(objectives.err, HasSubstr("a run has none"));
  write_scratch_file("run/events.jsonl", "{\"schema\":1}\n");
  EXPECT_EQ(run_command({"report", run_}).exit_code, 2);
  EXPECT_FALSE(fs::exists(run_ + "/report.html"));
}

}  // namespace
}  // namespace sgdma::test
