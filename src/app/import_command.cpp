#include "app/import_command.h"

#include <cstdio>
#include <filesystem>
#include <system_error>

#include "app/exit_codes.h"
#include "app/output_file.h"
#include "workload/config/config_error.h"
#include "workload/config/scenario_writer.h"
#include "workload/stimulus/stimulus_writer.h"

namespace sgdma::app {
namespace {

namespace fs = std::filesystem;
using workload::ConfigError;
using workload::Scenario;

constexpr const char* kStimulus = "stimulus.jsonl";

std::string directory_for(const ImportOptions& options) {
  return options.out.value_or(fs::path(*options.capture.path).stem().string());
}

/// What somebody may have edited is not written over unless asked for.
void require_absent(const fs::path& path) {
  if (!fs::exists(path)) return;
  throw ConfigError(path.string(), "is there already",
                    "give another directory with --out, or --force to write over it");
}

/// The report as comments, then every key.
std::string scenario_text(const ImportOptions& options, const std::vector<std::string>& report,
                          const Scenario& scenario) {
  std::string text = "# Imported from " + fs::path(*options.capture.path).filename().string() +
                     "; the work stands in " + kStimulus + ".\n";
  for (const std::string& line : report) text += "# " + line + "\n";
  return text + "\n" + workload::to_toml(scenario);
}

}  // namespace

int import_capture(const ImportOptions& options) {
  Scenario scenario = workload::load_scenario(options.load);
  const std::vector<std::string> report = load_capture(options.capture, scenario);
  const std::string stimulus = workload::to_json_lines(scenario);
  scenario.work.clear();
  scenario.stimulus = kStimulus;
  const fs::path directory = directory_for(options);
  const fs::path scenario_path = directory / "scenario.toml";
  const fs::path stimulus_path = directory / kStimulus;
  if (!options.force) {
    require_absent(scenario_path);
    require_absent(stimulus_path);
  }
  make_directory(directory.string());
  require_writable(scenario_path.string());
  write_file(stimulus_path.string(), stimulus);
  write_file(scenario_path.string(), scenario_text(options, report, scenario));
  for (const std::string& line : report) std::fprintf(stderr, "%s\n", line.c_str());
  std::fprintf(stderr, "written: %s and %s; `sgdma run %s` runs them\n", scenario_path.c_str(),
               stimulus_path.c_str(), scenario_path.c_str());
  return kExitDone;
}

}  // namespace sgdma::app
