// Bulk stimulus through the command line: what a file of work items does, and how it is refused.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/address_sanitizer.h"
#include "support/command_run.h"
#include "support/scenario_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

namespace json = boost::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kHead = R"([clock]
period = "1 ns"
[[region]]
name = "buffers"
key = 7
iova = "0x10000"
size = "64 KiB"
base = "0x40000"
access = ["local_write", "remote_write"]
[[qp]]
number = 1
count = 2
)";

std::string head() { return write_scratch_file("head.toml", kHead); }

/// Ten WQEs and packets: with gaps, times, and several at one time.
constexpr const char* kLines =
    R"({"wqe": {"qp": 1, "op": "write", "at": "100 ns", "sge": [{"addr": "0x10010", "len": "200 B", "key": "buffers"}]}}
{"packet": {"qp": 2, "op": "write_only", "bytes": "300 B", "va": "0x11000", "rkey": 7}}
{"wqe": {"qp": 2, "op": "send", "gap": "10 cycles", "sge": [{"addr": "0x12000", "len": "4 KiB", "key": 7}, {"addr": "0x14001", "len": "1 B", "key": 7}]}}
{"packet": {"qp": 1, "op": "write_first", "at": "0.2 us", "bytes": "256 B", "va": "0x18000", "rkey": 7, "length": "300 B"}}
{"packet": {"qp": 1, "op": "write_last", "gap": "1 ns", "bytes": "44 B"}}
)";

/// The same as a scenario lists it.
constexpr const char* kListed = R"(
[[wqe]]
qp = 1
op = "write"
at = "100 ns"
sge = [{ addr = "0x10010", len = "200 B", key = "buffers" }]
[[packet]]
qp = 2
op = "write_only"
at = "100 ns"
bytes = "300 B"
va = "0x11000"
rkey = 7
[[wqe]]
qp = 2
op = "send"
at = "110 ns"
sge = [{ addr = "0x12000", len = "4 KiB", key = 7 }, { addr = "0x14001", len = "1 B", key = 7 }]
[[packet]]
qp = 1
op = "write_first"
at = "200 ns"
bytes = "256 B"
va = "0x18000"
rkey = 7
length = "300 B"
[[packet]]
qp = 1
op = "write_last"
at = "201 ns"
bytes = "44 B"
)";

std::string events_of(std::vector<std::string> arguments, const std::string& name) {
  const std::string events = scratch_path(name);
  arguments.insert(arguments.end(), {"--events-beats", "--events", events});
  const CommandResult result = run_command(arguments);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return file_bytes(events);
}

TEST(Stimulus, IsTheSameWorkAsTheScenariosLists) {
  const std::string lines = write_scratch_file("same.jsonl", kLines);
  const std::string listed = write_scratch_file("same.toml", std::string(kHead) + kListed);
  const std::string expected = events_of({"run", listed}, "same_listed.jsonl");
  EXPECT_GT(lines_of(expected).size(), 40U);
  EXPECT_EQ(events_of({"run", head(), "--workload", lines}, "same_bulk.jsonl"), expected);
}

TEST(Stimulus, IsFoundBesideItsScenarioAndFromTheResolvedOne) {
  write_scratch_file("work.jsonl", kLines);
  const std::string scenario = write_scratch_file(
      "beside.toml", std::string(kHead) + "[workload]\nstimulus = \"work.jsonl\"\n");
  const std::filesystem::path elsewhere =
      std::filesystem::path(scenario).parent_path() / "elsewhere";
  std::filesystem::create_directories(elsewhere);
  const std::string resolved = elsewhere / "resolved.toml";
  const std::string first =
      events_of({"run", scenario, "--resolved", resolved}, "folder_first.jsonl");
  EXPECT_EQ(events_of({"run", resolved}, "folder_again.jsonl"), first);
}

TEST(Stimulus, ComesAfterWhatTheScenarioListsAtTheSameTime) {
  const std::string listed = write_scratch_file(
      "both.toml", std::string(kHead) +
                       "[[packet]]\nqp = 1\nop = \"write_only\"\nat = \"5 ns\"\nbytes = \"8 B\"\n"
                       "va = \"0x10000\"\nrkey = 7\n");
  const std::string lines = write_scratch_file(
      "both.jsonl",
      R"({"packet": {"qp": 1, "op": "write_only", "at": "5 ns", "bytes": "9 B", "va": "0x10000", "rkey": 7}})");
  const std::string events = events_of({"run", listed, "--workload", lines}, "both_events.jsonl");
  const std::size_t first = events.find("\"event\":\"post\"");
  EXPECT_LT(events.find("\"len\":8", first), events.find("\"len\":9", first));
}

/// 600 writes at once, and a second one of each queue pair long after.
std::string crowd() {
  std::string text;
  for (int item = 0; item < 600; ++item) {
    text += R"({"wqe": {"qp": )" + std::to_string(1 + item % 2) +
            R"(, "op": "write", "sge": [{"addr": "0x10000", "len": "64 B", "key": 7}]}})" + "\n";
  }
  return write_scratch_file("crowd.jsonl", text);
}

TEST(Stimulus, WaitsOutsideWhileTheBacklogIsFull) {
  const auto run = [](const std::string& backlog) {
    const CommandResult result = run_command({"run", head(), "--workload", crowd(), "--set",
                                              "workload.max_backlog=" + backlog, "--json"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return json::parse(result.out).as_object();
  };
  const json::object free = run("unlimited");
  EXPECT_EQ(free.at("held_back").at("items").as_int64(), 0);
  const json::object held = run("8");
  EXPECT_EQ(held.at("held_back").at("items").as_int64(), 592);
  EXPECT_EQ(held.at("transfers").as_int64(), 600);
  // With 8 under way, 8 are done in a round trip: latency instead of queueing.
  EXPECT_LE(held.at("latency").at("max").as_int64(), 560);
  EXPECT_GT(free.at("latency").at("max").as_int64(), 600);
  // 600 of the 8 at a time: the last ones wait for 74 rounds.
  EXPECT_GT(held.at("held_back").at("longest_wait").as_int64(), 74 * 550);
}

/// Highest memory that a child of this process has taken so far, in KiB.
long peak_of_children() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return usage.ru_maxrss;
}

TEST(Stimulus, AHundredTimesTheLinesNeedNoMoreMemory) {
  if (kAddressSanitizer) GTEST_SKIP() << "AddressSanitizer keeps what is freed";
  const auto run = [](int items) {
    // Written piece by piece: what this process holds counts for its children as well.
    const std::string path = write_scratch_file("long.jsonl", "");
    std::ofstream file(path);
    for (int item = 0; item < items; ++item) {
      file << R"({"wqe": {"qp": )" << 1 + item % 2
           << R"(, "op": "write", "gap": "20 cycles", "sge": [{"addr": "0x)"
           << (item % 3 == 0 ? "10000" : "10800") << R"(", "len": "256 B", "key": 7}]}})"
           << "\n";
    }
    file.close();
    const CommandResult result = run_command({"run", head(), "--workload", path});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return peak_of_children();
  };
  const long few = run(500);
  const long many = run(50'000);
  std::cout << "peak of 500 lines " << few << " KiB, of 50,000 lines " << many << " KiB\n";
  EXPECT_LE(many, few + few / 10);
}

TEST(Stimulus, AMistakeInTheLastLineIsFoundBeforeAnythingIsWritten) {
  const std::string events = write_scratch_file("kept_events.jsonl", "an earlier log\n");
  const std::string lines = write_scratch_file(
      "late.jsonl", std::string(kLines) + R"({"packet": {"qp": 3, "op": "acknowledge"}})");
  const CommandResult result =
      run_command({"run", head(), "--workload", lines, "--events", events, "--json"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err, lines +
                            ":6:19: error: there is no queue pair 3\n"
                            "    {\"packet\": {\"qp\": 3, \"op\": \"acknowledge\"}}\n"
                            "                      ^\n"
                            "hint: declare it: [[qp]] with number = 3\n");
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_EQ(file_bytes(events), "an earlier log\n");
  const CommandResult validated = run_command({"validate", head(), "--workload", lines});
  EXPECT_EQ(validated.exit_code, 2);
  EXPECT_EQ(validated.err, result.err);
}

/// A pipe is read once, while the run goes on.
TEST(Stimulus, AMistakeInAPipeLeavesNoLogOfHalfARun) {
  const std::string events = write_scratch_file("pipe_events.jsonl", "an earlier log\n");
  const std::string pipe = write_scratch_file("pipe", "");
  std::filesystem::remove(pipe);
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const auto run = [&](const std::string& lines) {
    std::thread writer([&] { std::ofstream(pipe) << lines; });
    CommandResult result =
        run_command({"run", head(), "--workload", pipe, "--events", events, "--json"});
    writer.join();
    return result;
  };
  const CommandResult good = run(kLines);
  EXPECT_EQ(good.exit_code, 0) << good.err;
  EXPECT_TRUE(std::filesystem::exists(events));
  const CommandResult bad =
      run(std::string(kLines) + R"({"packet": {"qp": 3, "op": "acknowledge"}})");
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_EQ(bad.err.rfind(pipe + ":6:19: error: there is no queue pair 3\n", 0), 0U) << bad.err;
  EXPECT_THAT(bad.out, IsEmpty());
  EXPECT_FALSE(std::filesystem::exists(events));
}

TEST(Stimulus, AMistakeInTheFirstLineOfAPipeIsFoundToo) {
  const std::string pipe = scratch_path("first_line_pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(pipe) << "nonsense\n"; });
  const CommandResult bad = run_command({"run", head(), "--workload", pipe, "--json"});
  writer.join();
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_EQ(bad.err.rfind(pipe + ":1:1: error: ", 0), 0U) << bad.err;
  EXPECT_THAT(bad.out, IsEmpty());
}

TEST(Stimulus, ValidateCountsItsItems) {
  const std::string lines = write_scratch_file("five.jsonl", kLines);
  const CommandResult result = run_command({"validate", head(), "--workload", lines});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, HasSubstr("work that arrives 5 times"));
}

/// A generator of queue pair 2, and a peer.
std::string generated() {
  return write_scratch_file("generated.toml",
                            std::string(kHead) +
                                "[workload]\npeer_delay = \"1 us\"\n[[generator]]\nname = \"g\"\n"
                                "qp = 2\nop = \"write\"\nregion = \"buffers\"\nsize = \"8 B\"\n"
                                "depth = 1\nmessages = 3\n");
}

TEST(Stimulus, KeepsOffTheQueuePairsOfGenerators) {
  const std::string line = R"({"packet": {"qp": 2, "op": "write_only", "bytes": "8 B", )"
                           R"("va": "0x10000", "rkey": 7}})";
  const std::string lines = write_scratch_file("taken.jsonl", line + "\n");
  const CommandResult taken = run_command({"validate", generated(), "--workload", lines});
  EXPECT_EQ(taken.exit_code, 2);
  EXPECT_EQ(taken.err, lines + ":1:19: error: queue pair 2 belongs to a generator\n    " + line +
                           "\n                      ^\nhint: what is done is counted by queue "
                           "pair: give the generator its own\n");
  const std::string other = write_scratch_file("other.jsonl", kLines);
  const CommandResult free = run_command({"validate", head(), "--workload", other});
  EXPECT_EQ(free.exit_code, 0) << free.err;
}

TEST(Stimulus, LeavesAcknowledgesToThePeer) {
  const std::string line = R"({"packet": {"qp": 1, "op": "acknowledge"}})";
  const std::string lines = write_scratch_file("acknowledge.jsonl", line + "\n");
  const CommandResult result = run_command({"validate", generated(), "--workload", lines});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err,
            lines +
                ":1:28: error: with workload.peer_delay, the peer acknowledges by itself\n    " +
                line +
                "\n                               ^\nhint: leave out the packet, or "
                "workload.peer_delay\n");
}

TEST(Stimulus, GeneratorsComeBesideIt) {
  const std::string lines =
      write_scratch_file("beside.jsonl", R"({"wqe": {"qp": 1, "op": "send", "inline": "8 B"}})");
  const CommandResult validated = run_command({"validate", generated(), "--workload", lines});
  EXPECT_THAT(validated.err,
              HasSubstr("1 region, 1 generator, and listed work that arrives 1 time\n"));
  const CommandResult result = run_command({"run", generated(), "--workload", lines, "--json"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(json::parse(result.out).at_pointer("/cqes/SUCCESS").as_int64(), 4);
}

TEST(Stimulus, RefusesWhatCannotBe) {
  const CommandResult missing = run_command({"run", head(), "--workload", "/nowhere/w.jsonl"});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_EQ(missing.err, "/nowhere/w.jsonl: error: cannot open: No such file or directory\n");
  const CommandResult empty =
      run_command({"run", head(), "--workload", write_scratch_file("empty.jsonl", "")});
  EXPECT_EQ(empty.exit_code, 2);
  EXPECT_THAT(empty.err, HasSubstr("empty.jsonl: error: there is no work item in it"));
  const CommandResult both = run_command({"run", "--workload", "a.jsonl", "--pcap", "b.pcap"});
  EXPECT_EQ(both.exit_code, 2);
  const CommandResult alone =
      run_command({"run", "--workload", write_scratch_file("alone.jsonl", kLines)});
  EXPECT_EQ(alone.exit_code, 2);
  EXPECT_THAT(alone.err, HasSubstr("there is no queue pair to run"));
}

}  // namespace
}  // namespace sgdma::test
