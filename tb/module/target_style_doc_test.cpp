// docs/timing.md on the engine's modules: each diagram with a target of its own on that target, and
// every other one on all targets that answer at once.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/systemc/engine_bench.h"
#include "support/systemc/target_words.h"
#include "support/trace_diagram.h"

namespace sgdma::test {
namespace {

/// A diagram and one of the targets that it holds for.
struct StyleDiagram {
  TraceDiagram diagram;
  TargetWords target;
};

void PrintTo(const StyleDiagram& styled, std::ostream* out) {
  *out << styled.diagram.title << " on " << styled.target.text;
}

bool needs_the_cores_memory(const TraceDiagram& diagram) {
  const FakeMemoryConfig& memory = diagram.config.memory;
  return memory.read_accept_delay || memory.write_accept_delay || memory.reverse_group > 0 ||
         !memory.silences.empty();
}

std::vector<StyleDiagram> all_diagrams() {
  std::vector<StyleDiagram> all;
  for (const TraceDiagram& diagram : timing_document()) {
    if (diagram.target.empty() && needs_the_cores_memory(diagram)) {
      continue;
    }
    const std::string targets =
        diagram.target.empty() ? "early, return_path, four_phase" : diagram.target;
    for (const TargetWords& target : read_targets(targets)) {
      all.push_back({diagram, target});
    }
  }
  return all;
}

class TargetStyleDiagrams : public testing::TestWithParam<StyleDiagram> {};

TEST_P(TargetStyleDiagrams, Hold) {
  const TraceDiagram& diagram = GetParam().diagram;
  EngineBench bench("bench", diagram.config, diagram.work, GetParam().target.style,
                    GetParam().target.script);
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_US), sc_core::SC_EXIT_ON_STARVATION);
  EXPECT_EQ(bench.leaks(), "");
  for (const std::string& difference : differences(diagram, bench.events())) {
    ADD_FAILURE() << "docs/timing.md, line " << diagram.line << ": " << difference;
  }
  for (std::size_t at = 0; at < diagram.edges.size(); ++at) {
    TraceDiagram changed = diagram;
    changed.edges[at] += 1000;
    EXPECT_FALSE(differences(changed, bench.events()).empty()) << "edge " << diagram.edges[at];
  }
}

INSTANTIATE_TEST_SUITE_P(, TargetStyleDiagrams, testing::ValuesIn(all_diagrams()),
                         [](const testing::TestParamInfo<StyleDiagram>& instance) {
                           return test_name(instance.param.diagram.title + " on " +
                                            instance.param.target.text);
                         });

}  // namespace
}  // namespace sgdma::test
