#include "support/scenario_run.h"

#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "support/command_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

ScenarioRun run(const std::vector<std::string>& arguments) {
  const CommandResult result = run_command(arguments);
  ScenarioRun run;
  run.exit_code = result.exit_code;
  run.verified = result.out.find("\"verified\":true") != std::string::npos;
  run.json = result.out;
  run.err = result.err;
  return run;
}

}  // namespace

ScenarioRun run_scenario(const std::string& path) { return run({"run", path, "--json"}); }

ScenarioRun run_scenario_with_beats(const std::string& path) {
  const std::string events = write_scratch_file("events.jsonl", "");
  ScenarioRun result = run({"run", path, "--json", "--events", events, "--events-beats"});
  result.events = events;
  return result;
}

std::string file_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(path + ": cannot open");
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  return lines;
}

std::string source_path(const std::string& below) {
  return std::string(SGDMA_SOURCE_DIR) + "/" + below;
}

}  // namespace sgdma::test
