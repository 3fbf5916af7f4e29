#include "app/cutpoints_command.h"

#include <array>
#include <cstdio>
#include <iostream>
#include <string_view>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "app/exit_codes.h"
#include "app/output_file.h"
#include "app/progress_bar.h"
#include "app/run_signals.h"
#include "explore/sweep/shell_command.h"
#include "workload/config/config_error.h"
#include "workload/config/text_file.h"
#include "workload/grouped.h"

namespace sgdma::app {
namespace {

namespace json = boost::json;
using explore::CutResult;
using explore::CutUnit;
using explore::FailedPoint;
using workload::grouped;

constexpr std::array<std::string_view, 3> kUnits = {"beats", "bursts", "cycles"};

CutUnit unit_of(const std::string& text) {
  for (std::size_t unit = 0; unit < kUnits.size(); ++unit) {
    if (text == kUnits[unit]) return static_cast<CutUnit>(unit);
  }
  throw workload::ConfigError("--at", "cannot count " + text, "it is beats, bursts or cycles");
}

/// The command that repeats one point, and writes down what happens.
std::string repeat(const CutpointsOptions& options, std::uint64_t point) {
  std::string command = "sgdma cutpoints";
  if (options.load.path) command += " " + explore::shell_word(*options.load.path);
  for (const std::string& preset : options.load.presets) {
    command += " --preset " + explore::shell_word(preset);
  }
  for (const std::string& setting : options.load.settings) {
    command += " --set " + explore::shell_word(setting);
  }
  if (options.load.stimulus)
    command += " --workload " + explore::shell_word(*options.load.stimulus);
  if (options.load.seed) command += " --seed " + *options.load.seed;
  return command + fmt::format(" --event {} --at {} --point {} --events point-{}.jsonl",
                               explore::shell_word(options.event), options.at, point, point);
}

json::object distribution(const observe::LatencyHistogram& values) {
  return {{"min", values.min()},
          {"p50", values.percentile(500)},
          {"p99", values.percentile(990)},
          {"max", values.max()}};
}

std::string to_json(const CutpointsOptions& options, const CutResult& result) {
  json::array failures;
  for (const FailedPoint& failure : result.failures) {
    failures.push_back({{"point", failure.point},
                        {"cycle", failure.cycle},
                        {"reason", failure.reason},
                        {"command", repeat(options, failure.point)}});
  }
  return json::serialize(json::object{{"event", options.event},
                                      {"at", options.at},
                                      {"points", result.points},
                                      {"struck", result.struck},
                                      {"edges", result.edges},
                                      {"cycles", result.cycles},
                                      {"failed", result.failed},
                                      {"failures", failures},
                                      {"latency", distribution(result.latency)},
                                      {"exposed_bytes", distribution(result.exposed)},
                                      {"exposed_after_answer", result.exposed_after_answer},
                                      {"wasted_beats", distribution(result.wasted)},
                                      {"innocent_latency_per_mille", distribution(result.slowdown)},
                                      {"interrupted", result.interrupted}});
}

std::string line(const char* name, const observe::LatencyHistogram& values, const char* unit) {
  return fmt::format("  {:<10} min {}, p50 {}, p99 {}, max {} {}\n", name, grouped(values.min()),
                     grouped(values.percentile(500)), grouped(values.percentile(990)),
                     grouped(values.max()), unit);
}

std::string summarize(const CutpointsOptions& options, const explore::CutEvent& event,
                      const CutResult& result) {
  std::string text =
      fmt::format("{}: {} cut points ({}) at {} edges of {} cycles, {} failed{}\n", options.event,
                  grouped(result.points), options.at, grouped(result.edges), grouped(result.cycles),
                  grouped(result.failed), result.interrupted ? "; interrupted" : "");
  if (result.struck < result.points) {
    text += fmt::format("  {:<10} {} points, no beat was left at the others\n", "struck",
                        grouped(result.struck));
  }
  const bool fault = event.fault.has_value();
  text += line("latency", result.latency,
               fault ? "cycles from the fault to the CQE" : "cycles to the answer");
  text += line("exposed", result.exposed,
               fault ? "bytes of its transfer landed behind the fault" : "bytes landed meanwhile");
  text +=
      fmt::format("  {:<10} {} bytes after the answer\n", "", grouped(result.exposed_after_answer));
  text += line("wasted", result.wasted, "beats");
  if (result.slowdown.count() > 0) {
    text += line("innocents", result.slowdown, "per mille of the latency without the event");
  }
  for (const FailedPoint& failure : result.failures) {
    text += fmt::format("  failed     point {}, after cycle {}: {}\n    {}\n", failure.point,
                        failure.cycle, failure.reason, repeat(options, failure.point));
  }
  return text;
}

}  // namespace

int cutpoints(const CutpointsOptions& options) {
  const workload::Scenario scenario = workload::load_scenario(options.load);
  if (scenario.queue_pairs.empty()) {
    throw workload::ConfigError(options.load.path.value_or("cutpoints"),
                                "there is no queue pair to run", "declare one with [[qp]]");
  }
  if (!scenario.stimulus.empty() && workload::is_read_once(scenario.stimulus)) {
    throw workload::ConfigError(scenario.stimulus, "can be read only once",
                                "branches open the stimulus again: write it into a file");
  }
  const explore::CutEvent event = explore::parse_cut_event(options.event, scenario);
  explore::CutOptions cut = options.cut;
  cut.unit = unit_of(options.at);
  if (cut.events && !cut.only) {
    throw workload::ConfigError("--events", "an event log is of one point", "add --point");
  }
  if (cut.events) require_writable(*cut.events);
  const RunSignals signals;
  cut.stop = &signals.caught();
  ProgressBar progress(options.progress, 0);
  cut.progress = [&](std::uint64_t done, std::uint64_t all) { progress.update_points(done, all); };
  const CutResult result = explore::run_cut_campaign(scenario, event, cut);
  progress.clear();
  if (options.json) std::cout << to_json(options, result) << '\n';
  std::fputs(summarize(options, event, result).c_str(), stderr);
  if (result.interrupted) return 128 + signals.caught().load();
  return result.failed == 0 ? kExitDone : kExitFailed;
}

}  // namespace sgdma::app
