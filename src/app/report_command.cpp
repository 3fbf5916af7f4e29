#include "app/report_command.h"

#include <cstdio>
#include <exception>
#include <filesystem>
#include <utility>
#include <vector>

#include <boost/json.hpp>

#include "app/exit_codes.h"
#include "app/missing_program.h"
#include "app/number_argument.h"
#include "app/output_file.h"
#include "explore/report/page.h"
#include "explore/report/run_report.h"
#include "explore/report/sweep_report.h"
#include "explore/sweep/shell_command.h"
#include "explore/sweep/sweep_directory.h"
#include "workload/config/config_error.h"
#include "workload/config/json_file.h"

namespace sgdma::app {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;
using workload::ConfigError;

constexpr const char* kHint = "`sgdma run --out DIR` and `sgdma sweep` write one";

explore::ShownCycles shown_cycles(const ReportOptions& options) {
  explore::ShownCycles shown;
  if (!options.from.empty()) shown.from = number_argument("--from", options.from, 0, kMostCycles);
  if (!options.to.empty()) shown.to = number_argument("--to", options.to, 0, kMostCycles);
  if (shown.from > shown.to) {
    throw ConfigError("--from " + options.from, "comes after --to " + options.to);
  }
  return shown;
}

/// That each option has something that it can shape.
void require_used(const ReportOptions& options, bool sweep, bool has_events) {
  if (!sweep && options.objectives) {
    throw ConfigError("--objectives", "a run has none", "they are those of a sweep");
  }
  if (sweep && options.events) {
    throw ConfigError("--events " + *options.events, "a sweep has no event log", "a run has");
  }
  for (const auto& [option, value] : {std::pair{"--from ", options.from}, {"--to ", options.to}}) {
    if (value.empty()) continue;
    if (sweep) throw ConfigError(option + value, "a sweep has no slots to show", "a run has");
    if (!has_events) {
      throw ConfigError(option + value, "there is no event log beside the result",
                        "name it with --events FILE");
    }
  }
}

/// Where the event log of a run is, if there is one.
std::optional<std::string> events_of(const fs::path& result, const ReportOptions& options) {
  if (options.events) return options.events;
  const fs::path events = result.parent_path() / "events.jsonl";
  if (!fs::exists(events)) return std::nullopt;
  return events.string();
}

/// What repeats a point of a sweep, with {key} for its key.
std::string command_of(const fs::path& folder) {
  std::string command =
      "sgdma run " + explore::shell_word((folder / "scenarios" / "{key}.toml").string());
  const explore::SweepDirectory directory(folder);
  if (!directory.has_plan()) return command;
  const explore::PointOptions run = directory.read_plan().run;
  if (run.max_cycles) command += " --max-cycles " + std::to_string(*run.max_cycles);
  if (!run.verify) command += " --no-verify";
  return command;
}

json::object report_of(const fs::path& path, const ReportOptions& options) {
  json::object result = workload::read_json_object(path.string(), kHint);
  std::vector<explore::Objective> objectives;
  if (options.objectives) {
    objectives = explore::parse_objectives("--objectives", *options.objectives);
  }
  const bool sweep = result.contains("designs");
  const bool run = result.contains("qps") && result.contains("storage_bits");
  if (!sweep && !run) {
    throw ConfigError(path.string(), "is no result of a run or a sweep", kHint);
  }
  const std::optional<std::string> events = events_of(path, options);
  require_used(options, sweep, events.has_value());
  const explore::ShownCycles shown = shown_cycles(options);
  try {
    return sweep ? explore::sweep_report(result, command_of(path.parent_path()), objectives)
                 : explore::run_report(std::move(result), events, shown);
  } catch (const ConfigError&) {
    throw;
  } catch (const std::exception& error) {
    throw ConfigError(path.string(), std::string("is no whole result: ") + error.what(),
                      "was it written by this version of sgdma?");
  }
}

}  // namespace

void require_reports() {
  if (explore::has_page_libraries()) return;
  throw MissingProgram("vega-lite", "this build cannot draw reports",
                       "install it (src/explore/report/install.sh build/report), and build again");
}

int report(const ReportOptions& options) {
  require_reports();
  const fs::path input = options.input;
  const fs::path path = fs::is_directory(input) ? input / "result.json" : input;
  if (fs::is_directory(input) && !fs::exists(path)) {
    throw ConfigError(input.string(), "has no result.json",
                      "`sgdma run --out DIR` writes one; of a sweep `sgdma sweep gather DIR` does");
  }
  const std::string out = options.out.value_or((path.parent_path() / "report.html").string());
  std::vector<NamedFile> inputs = {{"the result", path.string()}};
  if (const auto events = events_of(path, options)) inputs.push_back({"the event log", *events});
  require_distinct({{"the report", out}}, inputs);
  require_writable(out);
  write_file(out, explore::page_of(report_of(path, options)));
  std::fprintf(stderr, "the report is in %s\n", out.c_str());
  return kExitDone;
}

}  // namespace sgdma::app
