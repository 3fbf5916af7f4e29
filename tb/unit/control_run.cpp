#include "unit/control_run.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/charges.h"
#include "support/trace_stimulus.h"

namespace sgdma::test {

namespace {

constexpr Cycle kLimit = 5000;

std::vector<std::string> lines_of(const CoreBench& bench, std::initializer_list<TraceKind> kinds) {
  std::vector<std::string> lines;
  for (const TraceEvent& event : bench.events()) {
    if (kinds.size() == 0 || std::count(kinds.begin(), kinds.end(), event.kind) > 0) {
      lines.push_back(std::to_string(event.edge) + ' ' + text_of(event));
    }
  }
  return lines;
}

}  // namespace

ControlRun::ControlRun(const CoreBenchConfig& config, const std::string& stimulus)
    : bench_(config, parse_stimulus(stimulus)) {
  bench_.run(RunMode::kEveryEdge, kLimit);
  EXPECT_EQ(bench_.leaks(), "");
  CoreBench events_only(config, parse_stimulus(stimulus));
  events_only.run(RunMode::kEventsOnly, kLimit);
  EXPECT_EQ(lines_of(events_only, {}), lines_of(bench_, {}));
  EXPECT_EQ(unbalanced(bench_.pipeline()), "");
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    EXPECT_EQ(charged(events_only.pipeline(), direction), charged(bench_.pipeline(), direction));
  }
}

std::vector<std::string> ControlRun::lines(std::initializer_list<TraceKind> kinds) const {
  return lines_of(bench_, kinds);
}

std::vector<std::string> ControlRun::taken() const {
  std::vector<std::string> lines;
  for (const auto& [edge, completion] : bench_.reader().taken()) {
    lines.push_back(std::to_string(edge) + " taken " + std::to_string(raw(completion.tag.qp)) +
                    ' ' + std::string(name_of(completion.status)));
  }
  return lines;
}

}  // namespace sgdma::test
