// Every diagram of docs/timing.md is a test.

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/trace_diagram.h"

namespace sgdma::test {

namespace {

// Those with a target of their own are run on it by tb/module/target_style_doc_test.cpp.
std::vector<TraceDiagram> diagrams() {
  std::vector<TraceDiagram> diagrams = timing_document();
  diagrams.erase(
      std::remove_if(diagrams.begin(), diagrams.end(),
                     [](const TraceDiagram& diagram) { return !diagram.target.empty(); }),
      diagrams.end());
  return diagrams;
}

std::vector<TraceEvent> run(const TraceDiagram& diagram, RunMode mode) {
  CoreBench bench(diagram.config, diagram.work);
  bench.run(mode);
  EXPECT_EQ(bench.leaks(), "");
  return bench.events();
}

class TimingDiagrams : public testing::TestWithParam<TraceDiagram> {};

TEST_P(TimingDiagrams, HoldsInBothModes) {
  for (const RunMode mode : {RunMode::kEveryEdge, RunMode::kEventsOnly}) {
    for (const std::string& difference : differences(GetParam(), run(GetParam(), mode))) {
      ADD_FAILURE() << "docs/timing.md, line " << GetParam().line << ": " << difference;
    }
  }
}

TEST_P(TimingDiagrams, FailsWhenANumberIsChanged) {
  const std::vector<TraceEvent> events = run(GetParam(), RunMode::kEveryEdge);
  for (const auto& [lane, cells] : GetParam().lanes) {
    for (std::size_t at = 0; at < cells.size(); ++at) {
      TraceDiagram changed = GetParam();
      changed.lanes[lane][at] = cells[at] == "." ? "0" : ".";
      EXPECT_FALSE(differences(changed, events).empty()) << lane;
    }
  }
  for (std::size_t at = 0; at < GetParam().edges.size(); ++at) {
    TraceDiagram changed = GetParam();
    changed.edges[at] += 1000;
    EXPECT_FALSE(differences(changed, events).empty()) << "edge " << GetParam().edges[at];
  }
  for (std::size_t at = 0; at < GetParam().events.size(); ++at) {
    TraceDiagram changed = GetParam();
    changed.events[at] += "1";
    EXPECT_FALSE(differences(changed, events).empty()) << GetParam().events[at];
  }
}

INSTANTIATE_TEST_SUITE_P(, TimingDiagrams, testing::ValuesIn(diagrams()),
                         [](const testing::TestParamInfo<TraceDiagram>& instance) {
                           return test_name(instance.param.title);
                         });

TEST(TimingDocument, HasTwentyDiagramsOfDifferentNames) {
  std::set<std::string> names;
  for (const TraceDiagram& diagram : diagrams()) {
    EXPECT_TRUE(names.insert(test_name(diagram.title)).second) << diagram.title;
  }
  EXPECT_GE(names.size(), 20U);
}

TEST(TimingDocument, RefusesWhatItCannotRead) {
  const auto block = [](const std::string& body) { return "```timing\n" + body + "```\n"; };
  EXPECT_THROW(read_diagrams(block("title: a\nwork:\n1 0 g 0x0 8\n")), std::invalid_argument);
  EXPECT_THROW(read_diagrams(block("title: a\nconfig: slotz=3\n")), std::invalid_argument);
  EXPECT_THROW(read_diagrams(block("title: a\nconfig: slots=3x\n")), std::invalid_argument);
  EXPECT_THROW(read_diagrams(block("title: a\nwork:\n1 0 x 0x0 8\nevents:\n1: intake 0\n")),
               std::invalid_argument);
  for (const char* control : {"x", "3", "3 qp_reset", "3 deregister 0", "3 engine_reset 0"}) {
    EXPECT_THROW(read_diagrams(block("title: a\nwork:\n1 0 g 0x0 8\ncontrol:\n" +
                                     std::string(control) + "\nevents:\n1: intake 0\n")),
                 std::invalid_argument)
        << control;
  }
  EXPECT_THROW(read_diagrams(block("title: a\nconfig: qp_reset=finish_word\n")),
               std::invalid_argument);
  EXPECT_THROW(read_diagrams(block("lanes:\nedge 1 2\nar 0\n")), std::invalid_argument);
  EXPECT_THROW(read_diagrams(block("events:\n1 intake 0\n")), std::invalid_argument);
}

}  // namespace
}  // namespace sgdma::test
