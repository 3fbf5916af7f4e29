/// A scenario run by the real binary, with its event log.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sgdma::test {

struct ScenarioRun {
  int exit_code = -1;
  bool verified = false;
  std::string json;    ///< result object
  std::string err;     ///< what was said on standard error
  std::string events;  ///< path of the event log; empty: none
};

/// Runs a scenario file, verified and without an event log.
ScenarioRun run_scenario(const std::string& path);

/// The same with an event log that holds the beats.
ScenarioRun run_scenario_with_beats(const std::string& path);

/// The bytes of a file; throws where there is none.
std::string file_bytes(const std::string& path);

/// Lines of a text.
std::vector<std::string> lines_of(const std::string& text);

/// A folder below the sources.
std::string source_path(const std::string& below);

}  // namespace sgdma::test
