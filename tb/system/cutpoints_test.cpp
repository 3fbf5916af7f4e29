// `sgdma cutpoints` through the real binary: what a point is, what happens there, what is refused.

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/case_run.h"
#include "support/cut_run.h"
#include "support/scenario_run.h"
#include "support/scratch.h"
#include "support/small_engine.h"

namespace sgdma::test {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::StartsWith;

/// A SEND of two bursts of eight words. Taken in at 1, granted at 2, they ask memory at 3 and 4;
/// their words move at 8 to 15 and 16 to 23; the CQE is written at 24.
std::string two_bursts() { return small_engine(1) + wqe("send", 0, 128); }

/// Events of a log, one of them a line.
std::size_t count(const std::string& log, const std::string& event) {
  std::size_t lines = 0;
  for (const std::string& line : lines_of(log)) {
    lines += line.find("\"event\":\"" + event + "\"") != std::string::npos ? 1U : 0U;
  }
  return lines;
}

/// The log of one point.
std::string log_of(const std::string& scenario, const std::string& event, unsigned point,
                   std::vector<std::string> arguments = {}) {
  const std::string path = scratch_path("point.jsonl");
  for (const std::string& word :
       {std::string("--point"), std::to_string(point), std::string("--events"), path}) {
    arguments.push_back(word);
  }
  const CutRun run(scenario, event, arguments);
  EXPECT_EQ(run.exit_code(), 0) << run.err();
  return file_bytes(path);
}

// Behind cycle 3 the second burst is still to ask: its first word gets the error, and all eight of
// them move nothing. The fault is recorded at 16, the rest discarded at 17 to 23, the CQE written
// at 24.
TEST(CutPointBusError, StrikesTheNextBeatThatAsks) {
  const std::string log = log_of(two_bursts(), "bus_error:1", 3, {"--at", "cycles"});
  EXPECT_THAT(log, HasSubstr(R"({"cycle":16,"event":"fault","slot":0,"qp":1,"dir":"gather",)"
                             R"("tag":"1.sq.0.0@0","segment":0,"addr":"0x40","beat":0,)"
                             R"("status":"SLVERR"})"));
  EXPECT_EQ(count(log, "beat"), 8);
  EXPECT_EQ(count(log, "waste"), 8);
  EXPECT_THAT(log, HasSubstr(R"({"cycle":24,"event":"cqe","qp":1,"queue":"sq","number":0,)"
                             R"("status":"GENERAL_ERR")"));
}

// The bursts ask at 3 and 4: of the 25 points, behind cycles 0 to 24, those behind 0 to 2 strike
// the first, the one behind 3 the second. From the fault, at 8 or 16, to the CQE it takes 16 or 8.
TEST(CutPointBusError, CountsPointsWithNothingLeft) {
  const CutRun run(two_bursts(), "bus_error:1", {"--at", "cycles"});
  EXPECT_EQ(run.exit_code(), 0) << run.err();
  EXPECT_EQ(run.number("/points"), 25);
  EXPECT_EQ(run.number("/struck"), 4);
  EXPECT_EQ(run.result("/latency"), R"({"min":8,"p50":16,"p99":16,"max":16})");
  EXPECT_THAT(run.err(), HasSubstr("4 points, no beat was left at the others"));
}

TEST(CutPointBusError, StrikesNobodyElse) {
  const std::string other = small_engine(2) + wqe("send", 0, 128);
  const CutRun run(other, "bus_error:2", {"--at", "cycles"});
  EXPECT_EQ(run.exit_code(), 0) << run.err();
  EXPECT_EQ(run.number("/points"), 25);
  EXPECT_EQ(run.number("/struck"), 0);
  EXPECT_EQ(run.result("/innocent_latency_per_mille/max"), "1000");
}

// Sixteen words move at as many edges, two bursts begin at 3 and 4, and cycles 0 to 24 pass.
TEST(CutPoints, LieBehindWhatIsCounted) {
  const CutRun beats(two_bursts(), "qp_reset:1");
  EXPECT_EQ(beats.number("/points"), 16);
  EXPECT_EQ(beats.number("/edges"), 16);
  EXPECT_EQ(beats.result("/at"), "beats");
  const CutRun bursts(two_bursts(), "qp_reset:1", {"--at", "bursts"});
  EXPECT_EQ(bursts.number("/points"), 2);
  const CutRun cycles(two_bursts(), "qp_reset:1", {"--at", "cycles"});
  EXPECT_EQ(cycles.number("/points"), 25);
  EXPECT_EQ(cycles.number("/cycles"), 25);
  for (const CutRun* run : {&beats, &bursts, &cycles}) {
    EXPECT_EQ(run->exit_code(), 0) << run->err();
    EXPECT_EQ(run->number("/failed"), 0);
    EXPECT_EQ(run->number("/struck"), run->number("/points"));
  }
}

// Behind beat 2, of cycle 10, the reset takes effect at 11; of the sixteen words the first four
// have moved by then, and the last is discarded at 23.
TEST(CutPoints, TakeEffectAtTheNextEdge) {
  const std::string log = log_of(two_bursts(), "qp_reset:1", 2);
  const std::vector<std::string> lines = lines_of(log);
  ASSERT_GT(lines.size(), 3);
  EXPECT_THAT(lines[0], HasSubstr("\"schema\":1"));
  EXPECT_THAT(lines[1], HasSubstr("{\"cycle\":11,\"event\":\"beat\""));
  EXPECT_THAT(lines[2],
              HasSubstr(R"({"cycle":11,"event":"control","kind":"qp_reset","phase":"asked")"));
  EXPECT_EQ(count(log, "waste"), 12);
  EXPECT_THAT(log,
              HasSubstr(R"({"cycle":23,"event":"control","kind":"qp_reset","phase":"answered")"));
}

TEST(CutPoints, HaveTheFiguresOfThePage) {
  const CutRun run(two_bursts(), "engine_reset");
  EXPECT_EQ(run.exit_code(), 0) << run.err();
  const std::string page = file_bytes(source_path("docs/cutpoints.md"));
  const std::vector<std::string> fields = run.fields();
  EXPECT_THAT(fields, SizeIs(14));
  for (const std::string& field : fields) {
    EXPECT_THAT(page, HasSubstr("`" + field + "`"));
  }
  EXPECT_EQ(run.result("/failures"), "[]");
  EXPECT_EQ(run.result("/interrupted"), "false");
  // In effect at 9 to 24: the last reset finds nothing, and the first waits for the word of 23.
  EXPECT_EQ(run.result("/latency/min"), "0");
  EXPECT_EQ(run.result("/latency/max"), "14");
}

/// The second WQE has number 1, unless a reset comes before it; with number 0 its reads are never
/// answered. Eight words of the first WQE move before it is posted, eight of its own after.
std::string hanging_second_life() {
  return small_engine(1) + wqe("send", 0, 64) +
         wqe("send", "at = \"40 cycles\"\nsge = [{ addr = 4096, len = \"64 B\", key = 1 }]") +
         "[[fault]]\nqp = 1\nside = \"sq\"\nnumber = 0\naddress = 4096\nsize = \"64 B\"\n"
         "answer = \"silent\"\n";
}

TEST(CutPoints, ThatFailAreListedAndTheOthersGoOn) {
  const CutRun run(hanging_second_life(), "qp_reset:1");
  EXPECT_EQ(run.exit_code(), 1);
  EXPECT_EQ(run.number("/points"), 16);
  EXPECT_EQ(run.number("/failed"), 8);
  EXPECT_EQ(run.number("/failures/0/point"), 0);
  EXPECT_EQ(run.number("/failures/0/cycle"), 8);
  EXPECT_EQ(run.number("/failures/7/point"), 7);
  EXPECT_THAT(run.result("/failures/0/reason"),
              HasSubstr("work is left and nothing can happen any more"));
  EXPECT_THAT(run.err(), HasSubstr("16 cut points (beats) at 16 edges"));
  EXPECT_THAT(run.err(), HasSubstr(run.result("/failures/7/command")));
}

TEST(CutPoints, AreRepeatedByTheCommandThatIsPrinted) {
  const std::vector<std::string> arguments = {"--set", "teardown.qp_reset=finish_burst", "--seed",
                                              "7"};
  const CutRun run(hanging_second_life(), "qp_reset:1", arguments);
  const std::string command = run.result("/failures/3/command");
  ASSERT_THAT(command, StartsWith("sgdma cutpoints "));
  EXPECT_THAT(command, HasSubstr("--set 'teardown.qp_reset=finish_burst' --seed 7"));
  const std::string folder = scratch_path("");
  const CommandResult again =
      run_program({"sh", "-c", "cd '" + folder + "' && '" SGDMA_BINARY "'" + command.substr(5)});
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_THAT(again.err, HasSubstr("1 cut points (beats) at 1 edges"));
  EXPECT_THAT(again.err, HasSubstr("work is left and nothing can happen any more"));
  const std::string log = file_bytes(folder + "point-3.jsonl");
  EXPECT_THAT(log, HasSubstr(R"("cycle":12,"event":"control","kind":"qp_reset","phase":"asked")"));
}

TEST(CutPoints, RefuseAPointThatIsNotThere) {
  const CutRun run(two_bursts(), "qp_reset:1", {"--point", "16"});
  EXPECT_EQ(run.exit_code(), 2);
  EXPECT_THAT(run.err(), HasSubstr("--point: error: there is no point 16"));
  EXPECT_THAT(run.err(), HasSubstr("the scenario has 16"));
}

TEST(CutPoints, RefuseALogOfAllPoints) {
  const CutRun run(two_bursts(), "qp_reset:1", {"--events", scratch_path("all.jsonl")});
  EXPECT_EQ(run.exit_code(), 2);
  EXPECT_THAT(run.err(), HasSubstr("add --point"));
}

TEST(CutPoints, RefuseAnUnknownUnit) {
  const CutRun run(two_bursts(), "qp_reset:1", {"--at", "bytes"});
  EXPECT_EQ(run.exit_code(), 2);
  EXPECT_THAT(run.err(), HasSubstr("it is beats, bursts or cycles"));
}

// A read that is never answered: the run without the event is no ground to stand on.
TEST(CutPoints, RefuseAScenarioThatDoesNotEnd) {
  const CutRun run(two_bursts() + "[[fault]]\nqp = 1\nanswer = \"silent\"\n", "qp_reset:1");
  EXPECT_EQ(run.exit_code(), 2);
  EXPECT_THAT(run.err(), HasSubstr("does not come to a verified end"));
}

/// An event that is refused, what is said of it, and the hint.
struct Refusal {
  const char* event;
  const char* message;
  const char* hint;
};

class CutPointRefusal : public testing::TestWithParam<Refusal> {};

TEST_P(CutPointRefusal, SaysWhatIsWrong) {
  const CutRun run(two_bursts(), GetParam().event);
  EXPECT_EQ(run.exit_code(), 2);
  EXPECT_THAT(run.err(), HasSubstr(GetParam().message));
  EXPECT_THAT(run.err(), HasSubstr(GetParam().hint));
}

INSTANTIATE_TEST_SUITE_P(
    Events, CutPointRefusal,
    testing::Values(
        Refusal{"bus_error", "bus_error needs the number of a queue pair", "write bus_error:7"},
        Refusal{"bus_error:", "bus_error needs the number of a queue pair", "write bus_error:7"},
        Refusal{"bus_error:one", "bus_error needs the number", "write bus_error:7"},
        Refusal{"bus_error:-1", "bus_error needs the number", "write bus_error:7"},
        Refusal{"qp_reset:99999999999", "qp_reset needs the number", "write qp_reset:7"},
        Refusal{"bus_error:7", "the scenario has no queue pair 7", "see its [[qp]]"},
        Refusal{"qp_error:0", "the scenario has no queue pair 0", "see its [[qp]]"},
        Refusal{"bus_eror:1", "there is no event bus_eror", "did you mean bus_error?"},
        Refusal{"qp_rest:1", "there is no event qp_rest", "did you mean qp_reset?"},
        Refusal{"earthquake", "there is no event earthquake", "bus_error:QP or dereg:REGION"},
        Refusal{"dereg", "dereg needs a region", "write dereg:NAME"},
        Refusal{"dereg:7", "the scenario has no region \"7\"", "see its [[region]]"},
        Refusal{"dereg:none", "the scenario has no region \"none\"", "see its [[region]]"},
        Refusal{"engine_reset:1", "engine_reset takes no queue pair",
                "write --event engine_reset"}));

}  // namespace
}  // namespace sgdma::test
