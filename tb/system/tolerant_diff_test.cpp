// The model's event log beside a log of bursts and beats of other RTL.

#include <sstream>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/command_run.h"
#include "support/scenario_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

using testing::HasSubstr;
namespace json = boost::json;

std::string model_log(const std::vector<std::string>& settings) {
  const std::string path = scratch_path("model.jsonl");
  std::vector<std::string> arguments = {"run",
                                        source_path("traces/stimulus/gather_three_segments.toml"),
                                        "--events", path, "--events-beats"};
  arguments.insert(arguments.end(), settings.begin(), settings.end());
  EXPECT_EQ(run_command(arguments).exit_code, 0);
  return path;
}

/// Bursts and beats of an event log as other RTL might log them, `later` cycles later.
std::string foreign_csv(const std::string& log, std::int64_t later, bool beats = true) {
  std::string text = "event, cycle,dir,id,addr,bytes,beats,comment\n";
  std::istringstream lines(file_bytes(log));
  for (std::string line; std::getline(lines, line);) {
    const json::object event = json::parse(line).as_object();
    const json::value* name = event.if_contains("event");
    if (name == nullptr || (*name != "burst" && (*name != "beat" || !beats))) continue;
    const bool burst = *name == "burst";
    text += std::string(name->as_string()) + "," +
            std::to_string(event.at("cycle").to_number<std::int64_t>() + later) + "," +
            (event.at("dir").as_string() == "gather" ? "read" : "write") + "," +
            json::serialize(event.at("slot")) + "," + std::string(event.at("addr").as_string()) +
            "," + json::serialize(event.at("bytes")) + "," +
            (burst ? json::serialize(event.at("beats")) : "") + ",\"a, b\"\n";
  }
  return write_scratch_file("foreign.csv", text);
}

CommandResult tolerant(const std::string& model, const std::string& foreign,
                       const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments = {"diff", "--latency-tolerant", model, foreign};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_command(arguments);
}

TEST(TolerantDiff, AnOffsetIsNoDifference) {
  const std::string model = model_log({});
  const CommandResult run = tolerant(model, foreign_csv(model, 17), {"--tolerance", "0"});
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("no difference in"));
  EXPECT_THAT(run.out, HasSubstr("foreign = model +17, deviations 0 to 0"));
  EXPECT_THAT(run.out, HasSubstr("tolerance 0 cycles"));
}

TEST(TolerantDiff, AnotherLatencyIsADeviation) {
  const std::string slow = model_log({"--set", "memory.read_latency=\"9 ns\""});
  const std::string foreign = foreign_csv(slow, 0);
  const std::string model = model_log({});
  const CommandResult free = tolerant(model, foreign, {"--json"});
  EXPECT_EQ(free.exit_code, 0) << free.out << free.err;
  const json::object result = json::parse(free.out).as_object();
  EXPECT_TRUE(result.at("tolerance").is_null());
  const auto most = result.at("most_deviation").to_number<std::int64_t>();
  EXPECT_GT(most, 0);
  EXPECT_GT(result.at("beats").to_number<int>(), 0);
  EXPECT_EQ(tolerant(model, foreign, {"--tolerance", std::to_string(most)}).exit_code, 0);
  const CommandResult strict = tolerant(model, foreign, {"--tolerance", std::to_string(most - 1)});
  EXPECT_EQ(strict.exit_code, 1);
  EXPECT_THAT(strict.out, HasSubstr("\n  cycle\n"));
}

TEST(TolerantDiff, BeatsOfOneLogAloneAreLeftOut) {
  const std::string model = model_log({});
  const CommandResult run = tolerant(model, foreign_csv(model, 0, false));
  EXPECT_EQ(run.exit_code, 0) << run.out;
  EXPECT_THAT(run.out, HasSubstr("beats are left out"));
  EXPECT_THAT(run.out, HasSubstr("and 0 beats"));
}

class TolerantDiffSmall : public testing::Test {
 protected:
  TolerantDiffSmall() {
    model_ = write_scratch_file(
        "small.jsonl",
        R"({"schema":1,"log":"sgdma events","period_ps":1000,"bus_width":8,"beats":false})"
        "\n"
        R"({"cycle":3,"event":"burst","slot":0,"qp":5,"dir":"gather","tag":"5.sq.0.0@0","segment":0,"addr":"0x1000","bytes":16,"beats":2,"first_strobe":"0xff","last_strobe":"0xff","id":9})"
        "\n"
        R"({"cycle":4,"event":"burst","slot":1,"qp":6,"dir":"gather","tag":"6.sq.0.0@0","segment":0,"addr":"0x2000","bytes":8,"beats":1,"first_strobe":"0xff","last_strobe":"0xff","id":8})"
        "\n"
        R"({"cycle":5,"event":"burst","slot":0,"qp":5,"dir":"gather","tag":"5.sq.0.0@0","segment":0,"addr":"0x1010","bytes":16,"beats":2,"first_strobe":"0xff","last_strobe":"0xff","id":7})"
        "\n");
  }
  CommandResult beside(const std::string& foreign, const std::vector<std::string>& more = {}) {
    return tolerant(model_, write_scratch_file("small.csv", foreign), more);
  }
  void expect_refused(const std::string& foreign, const std::string& place,
                      const std::string& message) {
    const CommandResult run = beside(foreign);
    EXPECT_EQ(run.exit_code, 2) << run.out;
    EXPECT_THAT(run.err, HasSubstr("small.csv:" + place)) << foreign;
    EXPECT_THAT(run.err, HasSubstr(message)) << foreign;
  }

  std::string model_;
};

constexpr const char* kNames = "cycle,event,dir,id,addr,bytes\n";

TEST_F(TolerantDiffSmall, OrderCountsPerIdAlone) {
  // Slot 1's burst may come last; line breaks may be CR LF.
  EXPECT_EQ(beside("cycle,event,dir,id,addr,bytes\r\n10,burst,read,0,0x1000,16\r\n"
                   "12,burst,read,0,0x1010,16\r\n13,burst,read,1,8192,8\r\n")
                .exit_code,
            0);
  const CommandResult swapped =
      beside(std::string(kNames) +
             "10,burst,read,0,0x1010,16\n12,burst,read,0,0x1000,16\n13,burst,read,1,0x2000,8\n");
  EXPECT_EQ(swapped.exit_code, 1);
  EXPECT_THAT(swapped.out, HasSubstr("gather, slot 0, burst 0"));
  EXPECT_THAT(swapped.out, HasSubstr("small.jsonl:2: 0x1000"));
  EXPECT_THAT(swapped.out, HasSubstr("small.csv:2: 0x1010"));
}

TEST_F(TolerantDiffSmall, IdsMayBeTagsOrQueuePairs) {
  EXPECT_EQ(beside(std::string(kNames) + "10,burst,read,9,0x1000,16\n11,burst,read,8,0x2000,8\n"
                                         "12,burst,read,7,0x1010,16\n",
                   {"--by", "tag"})
                .exit_code,
            0);
  EXPECT_EQ(beside(std::string(kNames) + "10,burst,read,5,0x1000,16\n11,burst,read,6,0x2000,8\n"
                                         "12,burst,read,5,0x1010,16\n",
                   {"--by", "qp"})
                .exit_code,
            0);
  EXPECT_EQ(beside(kNames, {"--by", "colour"}).exit_code, 2);
}

TEST_F(TolerantDiffSmall, MissingAndSpareEventsAreDifferences) {
  const CommandResult missing =
      beside(std::string(kNames) + "10,burst,read,0,0x1000,16\n11,burst,read,1,0x2000,8\n");
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_THAT(missing.out, HasSubstr("the foreign log has no more"));
  EXPECT_THAT(missing.out, HasSubstr("small.jsonl:4"));
  const CommandResult spare =
      beside(std::string(kNames) + "10,burst,read,0,0x1000,16\n10,burst,write,0,0x1000,16\n");
  EXPECT_EQ(spare.exit_code, 1);
  EXPECT_THAT(spare.out, HasSubstr("the model's log has no more"));
}

TEST_F(TolerantDiffSmall, TheFirstThatIsMissingIsNamed) {
  // Slot 1's is missing before slot 0's second.
  const CommandResult run = beside(std::string(kNames) + "10,burst,read,0,0x1000,16\n");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, HasSubstr("small.jsonl:3: 0x2000"));
}

TEST_F(TolerantDiffSmall, NothingToCompareIsNoSuccess) {
  expect_refused(kNames, " error: ", "there is no burst and no beat in it");
  const CommandResult beats = beside(std::string(kNames) + "10,beat,read,0,0x1000,8\n");
  EXPECT_EQ(beats.exit_code, 2);
  EXPECT_THAT(beats.err, HasSubstr("there is nothing to compare"));
  const std::string head = file_bytes(model_).substr(0, file_bytes(model_).find('\n') + 1);
  const std::string foreign =
      write_scratch_file("one.csv", std::string(kNames) + "10,burst,read,0,0x1000,16\n");
  const CommandResult model = tolerant(write_scratch_file("none.jsonl", head), foreign);
  EXPECT_EQ(model.exit_code, 2);
  EXPECT_THAT(model.err, HasSubstr("none.jsonl: error: there is no burst and no beat in it"));
}

TEST_F(TolerantDiffSmall, CellsMayBeQuoted) {
  EXPECT_EQ(beside("\xEF\xBB\xBF\"cycle\",note,event,dir,id,addr,bytes\n"
                   "10,\"a \"\"b\"\", c\\x\",burst,read,0,0x1000,16\n"
                   "11, \"\" ,burst,read,1,0x2000,8\n12,,burst,read,0,\"0x1010\",16\n")
                .exit_code,
            0);
  const std::string names = "note,cycle,event,dir,id,addr,bytes\n";
  expect_refused(names + "\"a, b\",x,burst,read,0,0x10,8\n", "2:8", "cycle is \"x\"");
  expect_refused(names + "1,\"2,burst,read,0,0x10,8\n", "2:3", "a quote is not closed");
}

TEST_F(TolerantDiffSmall, TheLargestDeviationIsNamed) {
  const CommandResult run =
      beside(std::string(kNames) +
                 "10,burst,read,0,0x1000,16\n15,burst,read,1,0x2000,8\n15,burst,read,0,0x1010,16\n",
             {"--json"});
  EXPECT_EQ(run.exit_code, 0);
  const json::object result = json::parse(run.out).as_object();
  EXPECT_EQ(result.at("offset").to_number<int>(), 7);
  EXPECT_EQ(result.at("most_deviation").to_number<int>(), 4);
  EXPECT_EQ(result.at("most_deviation_line").to_number<int>(), 3);
  EXPECT_EQ(result.at("ids").to_number<int>(), 2);
}

TEST_F(TolerantDiffSmall, BeatsOfABurstCountWhereTheyAreSaid) {
  const CommandResult run =
      beside("cycle,event,dir,id,addr,bytes,beats\n10,burst,read,0,0x1000,16,3\n");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, HasSubstr("\n  beats\n"));
}

TEST_F(TolerantDiffSmall, ReadsJsonLines) {
  EXPECT_EQ(
      beside(R"({"cycle":10,"event":"burst","dir":"gather","id":0,"addr":"0x1000","bytes":16})"
             "\n"
             R"({"cycle":11,"event":"burst","dir":"gather","id":1,"addr":8192,"bytes":8})"
             "\n"
             R"({"cycle":12,"event":"burst","dir":"gather","id":0,"addr":4112,"bytes":16})"
             "\n")
          .exit_code,
      0);
  expect_refused(R"({"cycle":10,"event":"burst","dir":"gather","id":0,"bytes":16})", "1:1",
                 "there is no addr");
  expect_refused(R"({"cycle":10,"event":"burst")", "1:1", "is no JSON object");
  expect_refused(R"({"cycle":10,"event":"burst","dir":"gather","id":0,"addr":1.5,"bytes":16})",
                 "1:51", "addr is");
}

TEST_F(TolerantDiffSmall, RefusesBadLogsWithTheirPlace) {
  expect_refused("", "", "is empty");
  expect_refused("cycle,event,dir,id,adr,bytes\n", "1:1", "there is no column addr");
  expect_refused("cycle,event,dir,id,addr,bytes,id\n", "1:31", "two columns id");
  const std::string names = kNames;
  expect_refused(names + "1,burst,read,0,0x10\n", "2:1", "5 cells, and 6 columns");
  expect_refused(names + "x,burst,read,0,0x10,8\n", "2:1", "cycle is \"x\"");
  expect_refused(names + "1,bust,read,0,0x10,8\n", "2:3", "event is \"bust\"");
  expect_refused(names + "1,burst,up,0,0x10,8\n", "2:9", "dir is \"up\"");
  expect_refused(names + "1,burst,read,-1,0x10,8\n", "2:14", "id is \"-1\"");
  expect_refused(names + "1,burst,read,0,0x1g,8\n", "2:16", "addr is \"0x1g\"");
  expect_refused(names + "1,burst,read,0,0x10,0\n", "2:21", "bytes is \"0\"");
  expect_refused(names + "1,burst,read,0,,8\n", "2:1", "there is no addr");
  expect_refused(names + "5,burst,read,0,0x10,8\n4,burst,read,0,0x10,8\n", "3:1",
                 "cycle 4 comes after cycle 5");
}

TEST_F(TolerantDiffSmall, RefusesOptionsThatDoNotFit) {
  EXPECT_EQ(run_command({"diff", model_, model_, "--tolerance", "3"}).exit_code, 2);
  EXPECT_EQ(beside(kNames, {"--tolerance", "-3"}).exit_code, 2);
  EXPECT_EQ(tolerant(model_, scratch_path("nothing.csv")).exit_code, 2);
  EXPECT_EQ(tolerant(write_scratch_file("other", "x\n"), model_).exit_code, 2);
}

}  // namespace
}  // namespace sgdma::test
