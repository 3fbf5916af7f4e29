/// The diagrams of docs/timing.md, read for the machine.
#pragma once

#include <iosfwd>
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
  std::string target;  ///< TLM-2.0 targets that it holds for; empty: the core's memory
  std::vector<TimedRequest> work;
  std::vector<Cycle> edges;                               ///< the lanes' columns
  std::map<std::string, std::vector<std::string>> lanes;  ///< a cell for each edge, by lane
  std::vector<std::string> lane_order;                    ///< their names, as they were drawn
  std::vector<std::string> events;                        ///< `edge text`
};

/// All diagrams of a Markdown text, in order. Throws `std::invalid_argument` with the line where a
/// block is not what it should be.
std::vector<TraceDiagram> read_diagrams(std::string_view markdown);

/// Those of docs/timing.md.
std::vector<TraceDiagram> timing_document();

/// A title or any other text as the name of a test.
std::string test_name(const std::string& text);
/// What GoogleTest prints of a diagram.
void PrintTo(const TraceDiagram& diagram, std::ostream* out);

/// One sentence for each difference between a diagram and a run; empty where the run is as drawn. A
/// lane holds every event of its kind, and a kind that is listed at all is listed in full.
std::vector<std::string> differences(const TraceDiagram& diagram,
                                     const std::vector<TraceEvent>& events);

}  // namespace sgdma::test
