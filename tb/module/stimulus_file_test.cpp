// Bulk stimulus: what a line says, and every way in which it can be wrong.
#include "workload/stimulus/stimulus_file.h"

#include <cstdio>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "support/scratch.h"
#include "workload/config/config_error.h"
#include "workload/config/load_scenario.h"

namespace sgdma::workload {
namespace {

using platform::IncomingPacket;
using platform::WorkItem;
using platform::WorkQueueElement;

Scenario small_scenario() {
  return parse_scenario(R"(
[clock]
period = "2 ns"
[[qp]]
number = 1
count = 2
[[region]]
name = "buffers"
key = 7
iova = "0x10000"
size = "12 KiB"
pages = ["0x7000", "0x3000", "0xb000"]
access = ["local_write"]
)",
                        "small");
}

std::string write(const std::string& text) { return test::write_scratch_file("work.jsonl", text); }

std::vector<WorkItem> read(const std::string& text) {
  const Scenario scenario = small_scenario();
  StimulusFile file(write(text), scenario);
  std::vector<WorkItem> items;
  for (const WorkItem* item = file.peek(); item != nullptr; item = file.peek()) {
    items.push_back(*item);
    file.pop();
  }
  file.throw_if_bad();
  return items;
}

TEST(StimulusFile, ReadsWqesAndPackets) {
  const std::vector<WorkItem> items = read(
      R"({"wqe": {"qp": 1, "op": "write", "at": "10 ns", "sge": [{"addr": "0x10ff0", "len": "32 B", "key": "buffers"}, {"addr": 65536, "len": "0 B", "key": 9}]}})"
      "\n"
      R"( { "packet" : {"bytes":"4 KiB","op":"send_only","qp":2,"gap":"3 cycles"} } )"
      "\r\n"
      R"({"packet": {"qp": 2, "op": "acknowledge"}})");
  ASSERT_EQ(items.size(), 3U);
  EXPECT_EQ(items[0].at, 10'000U);
  EXPECT_EQ(items[0].qp, QpIndex{0});
  const auto& wqe = std::get<WorkQueueElement>(items[0].work);
  EXPECT_EQ(wqe.opcode, platform::WqeOpcode::kWrite);
  EXPECT_TRUE(wqe.signaled);
  ASSERT_EQ(wqe.sges.size(), 2U);
  EXPECT_EQ(wqe.sges[0].address, 0x10FF0U);
  EXPECT_EQ(wqe.sges[0].bytes, 32U);
  EXPECT_EQ(raw(wqe.sges[0].key), 7U);
  EXPECT_EQ(wqe.sges[1].address, 65536U);
  EXPECT_EQ(items[1].at, 16'000U);  // 3 cycles of 2 ns later
  EXPECT_EQ(items[1].qp, QpIndex{1});
  EXPECT_EQ(std::get<IncomingPacket>(items[1].work).bytes, 4096U);
  EXPECT_EQ(items[2].at, 16'000U);  // together with the line before
  EXPECT_EQ(std::get<IncomingPacket>(items[2].work).opcode, platform::PacketOpcode::kAcknowledge);
}

TEST(StimulusFile, AFileWithoutAnItemIsEmpty) {
  EXPECT_TRUE(read("").empty());
  const Scenario scenario = small_scenario();
  EXPECT_THROW(check_stimulus(write(""), scenario), ConfigError);
  EXPECT_EQ(check_stimulus(write(R"({"packet": {"qp": 2, "op": "acknowledge"}})"), scenario), 1U);
}

/// Line, column and message of everything that is wrong, one to a line.
std::string errors_of(const std::string& text) {
  try {
    read(text);
  } catch (const ConfigError& error) {
    std::string all;
    for (const Diagnostic& diagnostic : error.diagnostics()) {
      all += std::to_string(diagnostic.line) + ":" + std::to_string(diagnostic.column) + " " +
             diagnostic.message + "\n";
    }
    return all;
  }
  return "nothing is wrong";
}

constexpr const char* kGood = R"({"packet": {"qp": 2, "op": "acknowledge", "at": "5 ns"}})"
                              "\n";

TEST(StimulusFile, RefusesWhatIsNoItem) {
  const std::string good = kGood;
  EXPECT_EQ(errors_of(good + "[1]"), "2:1 the line is no JSON object\n");
  EXPECT_EQ(errors_of(good + "{}"), "2:1 the line is no work item\n");
  EXPECT_EQ(errors_of(good + R"({"qp": 1, "op": "send"})"), "2:1 the line is no work item\n");
  EXPECT_EQ(errors_of(good + R"({"wqe": 3})"), "2:1 the line is no work item\n");
  EXPECT_EQ(errors_of(good + R"({"packet": {"qp": 2, "op": "acknowledge"}} {})"),
            "2:44 there is more after the JSON object\n");
}

TEST(StimulusFile, RefusesWhatIsNoJson) {
  const std::string good = kGood;
  EXPECT_EQ(errors_of(good + "\n" + good), "2:1 the JSON object does not end on its line\n");
  EXPECT_EQ(errors_of(good + R"({"packet": {"qp": 2)"),
            "2:20 the JSON object does not end on its line\n");
  EXPECT_EQ(errors_of(good + R"({"packet": {"qp": 2, "qp": 2}})"),
            "2:22 the key \"qp\" comes twice\n");
  EXPECT_EQ(errors_of(good + R"({"packet": {"qp": null}})"), "2:13 null has no meaning\n");
  EXPECT_EQ(errors_of(good + R"({"packet": {"qp": 1,}})").substr(0, 5), "2:21 ");
  EXPECT_EQ(errors_of(good + R"({'packet': {}})").substr(0, 4), "2:2 ");
  EXPECT_EQ(errors_of(good + R"({"packet": {"qp": NaN}})").substr(0, 5), "2:19 ");
  EXPECT_EQ(errors_of(good + "{\"packet\": {\"qp\": \"\xff\"}}").substr(0, 5), "2:20 ");
  EXPECT_EQ(errors_of(good + R"({"packet": [[[[[[[[[[1]]]]]]]]]]})").substr(0, 2), "2:");
}

TEST(StimulusFile, SaysEverythingThatIsWrongWithALine) {
  EXPECT_EQ(
      errors_of(std::string(kGood) + R"({"wqe": {"qp": 3, "op": "sent", "size": 4, "gap": 7}})"),
      "2:25 wqe.op cannot be \"sent\": it is one of \"send\", \"send_imm\", \"send_inv\", "
      "\"write\", \"write_imm\", \"read\", \"compare_swap\", \"fetch_add\", \"recv\"\n"
      "2:33 unknown key: wqe.size\n"
      "2:51 wqe.gap has no unit\n");
  EXPECT_EQ(errors_of(R"({"wqe": {"qp": 3, "op": "send"}})"), "1:16 there is no queue pair 3\n");
  EXPECT_EQ(errors_of(R"({"wqe": {"qp": 1, "op": "send", "count": 2}})"),
            "1:33 unknown key: wqe.count\n");
  EXPECT_EQ(errors_of(R"({"wqe": {"op": "send"}})"), "1:2 wqe.qp is missing\n");
  EXPECT_EQ(
      errors_of(R"({"wqe": {"qp": 1, "op": "send", "sge": [{"addr": "0x1", "key": "bufers"}]}})"),
      "1:33 wqe.sge.len is missing\n1:64 wqe.sge.key: there is no region named \"bufers\"\n");
}

TEST(StimulusFile, TimesNeverFall) {
  const std::string good = kGood;
  EXPECT_EQ(errors_of(good + R"({"packet": {"qp": 2, "op": "acknowledge", "at": "4 ns"}})"),
            "2:49 packet.at lies before the line above, which arrives at 5 ns\n");
  EXPECT_EQ(errors_of(good + R"({"packet": {"qp": 2, "op": "acknowledge", "at": "5 ns"}})"),
            "nothing is wrong");
  EXPECT_EQ(errors_of(R"({"packet": {"qp": 2, "op": "acknowledge", "at": "4 ns", "gap": "1 ns"}})"),
            "1:64 packet.at and packet.gap are both given\n");
  const std::string late = R"({"packet": {"qp": 2, "op": "acknowledge", "gap": "3000000 s"}})";
  EXPECT_EQ(errors_of(late + "\n" + late),
            "2:50 packet: the arrival is after more than 4000000 s\n");
}

TEST(StimulusFile, ALineHasABound) {
  const std::string line =
      R"({"packet": {"qp": 2, "op": "acknowledge")" + std::string(1U << 20U, ' ') + "}}";
  EXPECT_EQ(errors_of(kGood + line), "2:1 the line is longer than 1 MiB\n");
  EXPECT_EQ(errors_of(kGood + line + "\n" + kGood), "2:1 the line is longer than 1 MiB\n");
}

TEST(StimulusFile, RefusesWhatIsNoFile) {
  const Scenario scenario = small_scenario();
  EXPECT_THROW(StimulusFile("/nowhere/x.jsonl", scenario), ConfigError);
  EXPECT_THROW(StimulusFile(testing::TempDir(), scenario), ConfigError);
}

}  // namespace
}  // namespace sgdma::workload
