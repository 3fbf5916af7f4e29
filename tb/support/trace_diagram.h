/// The diagrams of docs/timing.md, read for the machine.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "support/core_bench.h"

namespace sgdma::test {

/// A fenced block with the word `timing`. docs/timing.md says how one is written.
struct TraceDiagram {
  std::string title;
  std::size_t line = 0;  ///< of the block in its file
  CoreBenchConfig config;
  std::vector<TimedRequest> work;
  std::vector<Cycle> edges;                               ///< the lanes' columns
  std::map<std::string, std::vector<std::string>> lanes;  ///< a cell for each edge, by lane
  std::vector<std::string> events;                        ///< `edge text`
};

/// All diagrams of a Markdown text, in order. Throws `std::invalid_argument` with the line where a
/// block is not what it should be.
std::vector<TraceDiagram> read_diagrams(std::string_view markdown);

/// One sentence for each difference between a diagram and a run; empty where the run is as drawn. A
/// lane holds every event of its kind, and a kind that is listed at all is listed in full.
std::vector<std::string> differences(const TraceDiagram& diagram,
                                     const std::vector<TraceEvent>& events);

}  // namespace sgdma::test
