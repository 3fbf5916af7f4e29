/// `sgdma report`: a run or a sweep as a page.
#pragma once

#include <optional>
#include <string>

namespace sgdma::app {

struct ReportOptions {
  std::string input;                      ///< directory, or a result.json
  std::optional<std::string> events;      ///< log of a run; events.jsonl beside it without
  std::optional<std::string> out;         ///< HTML file; report.html beside the result without it
  std::optional<std::string> objectives;  ///< of a sweep: "max read.utilisation, min latency.p99"
  std::string from;                       ///< of a run: first cycle of its slots
  std::string to;                         ///< of a run: last cycle of its slots, included
};

/// Returns the exit code.
int report(const ReportOptions& options);

/// Throws MissingProgram where this program was built without what draws reports.
void require_reports();

}  // namespace sgdma::app
