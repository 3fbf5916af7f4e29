#include "app/run.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <new>
#include <system_error>
#include <variant>

#include "app/diagram_output.h"
#include "app/exit_codes.h"
#include "app/missing_program.h"
#include "app/output_file.h"
#include "app/progress_bar.h"
#include "app/run_signals.h"
#include "app/run_summary.h"
#include "cosim/rtl_parts.h"
#include "observe/wave/save_files.h"
#include "workload/config/config_error.h"
#include "workload/config/nearest_name.h"
#include "workload/config/scenario_writer.h"
#include "workload/config/text_file.h"
#include "workload/out_of_memory.h"
#include "workload/result_json.h"
#include "workload/simulation.h"
#include "workload/stimulus/stimulus_file.h"

namespace sgdma::app {

namespace {

using workload::ConfigError;
using workload::Ending;
using workload::RunResult;
using workload::Scenario;

/// Fills in the files of `--out`, and makes sure that everything can be written before anything
/// runs.
RunOptions with_outputs(RunOptions options) {
  if (options.out) {
    make_directory(*options.out);
    if (!options.events) options.events = *options.out + "/events.jsonl";
    if (!options.resolved) options.resolved = *options.out + "/scenario.toml";
    require_writable(*options.out + "/result.json");
  }
  if (options.events) require_writable(*options.events);
  if (options.wave.path) {
    require_writable(*options.wave.path);
    require_writable(observe::save_file_beside(*options.wave.path));
  }
  if (options.timeline.path) require_writable(*options.timeline.path);
  if (options.resolved) require_writable(*options.resolved);
  return options;
}

/// No output goes over another one, or over what the run reads.
void require_distinct_files(const RunOptions& options, const Scenario& scenario) {
  std::vector<NamedFile> inputs;
  const auto add = [](std::vector<NamedFile>& files, const char* role,
                      const std::optional<std::string>& path) {
    if (path) files.push_back({role, *path});
  };
  add(inputs, "the scenario", options.load.path);
  add(inputs, "the capture", options.capture.path);
  if (!scenario.stimulus.empty()) inputs.push_back({"the stimulus", scenario.stimulus});
  std::vector<NamedFile> outputs;
  if (options.out) outputs.push_back({"the result", *options.out + "/result.json"});
  add(outputs, "--events", options.events);
  add(outputs, "--resolved", options.resolved);
  add(outputs, "--wave", options.wave.path);
  if (options.wave.path) {
    outputs.push_back({"the save file", observe::save_file_beside(*options.wave.path)});
  }
  add(outputs, "--timeline", options.timeline.path);
  if (options.diagram) add(outputs, "--diagram-file", options.diagram->file);
  require_distinct(outputs, inputs);
}

std::unique_ptr<workload::Simulation> build(const Scenario& scenario,
                                            const workload::SimulationOptions& simulation_options,
                                            const RunOptions& options) {
  try {
    return std::make_unique<workload::Simulation>(scenario, simulation_options);
  } catch (const std::bad_alloc&) {
    throw workload::too_large_a_model(
        scenario, options.capture.path.value_or(options.load.path.value_or("built-in scenario")));
  }
}

/// A scenario may configure the engine alone, as long as a capture brings the work.
void require_queue_pairs(const RunOptions& options, const Scenario& scenario) {
  if (!scenario.queue_pairs.empty()) return;
  throw ConfigError(options.load.path.value_or("run"), "there is no queue pair to run",
                    "declare one with [[qp]], or let --pcap bring the work");
}

/// A mistake in the last line of a long file is found before anything is written. Returns the
/// number of items; 0 for what can be read only once.
std::uint64_t check_stimulus(const Scenario& scenario) {
  const std::string& path = scenario.stimulus;
  const bool unchecked = path.empty() || workload::is_read_once(path);
  return unchecked ? 0 : workload::check_stimulus(path, scenario);
}

/// About how many transfers a scenario brings: receives, READs and acknowledges bring none.
std::uint64_t expected_transfers(const Scenario& scenario) {
  std::uint64_t transfers = 0;
  for (const workload::RepeatedItem& repeated : scenario.work) {
    const auto* wqe = std::get_if<platform::WorkQueueElement>(&repeated.item.work);
    const bool brings = wqe == nullptr || wqe->opcode < platform::WqeOpcode::kRead;
    transfers += brings ? repeated.count : 0;
  }
  for (const workload::GeneratorConfig& generator : scenario.generators) {
    transfers += generator.messages;
  }
  return transfers;
}

/// As TOML, with a stimulus file that is found from everywhere.
std::string resolved(const Scenario& scenario) {
  if (scenario.stimulus.empty()) return workload::to_toml(scenario);
  Scenario written = scenario;
  written.stimulus = std::filesystem::absolute(scenario.stimulus).lexically_normal();
  return workload::to_toml(written);
}

/// Verilated modules in the places of the engine's own.
model::StandIns rtl_parts(const RunOptions& options, const Scenario& scenario) {
  model::StandIns stand_ins;
  for (const std::string& name : options.rtl) {
    const std::vector<std::string>& names = cosim::rtl_part_names();
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      throw workload::ConfigError(
          "--rtl " + name, "there is no RTL module of that name",
          workload::did_you_mean(name, names, "it is in_flight_table or slot_arbiter"));
    }
    if (!cosim::has_rtl_parts()) {
      throw MissingProgram("verilator", "this build has no RTL modules",
                           "install verilator 5 and build again");
    }
    cosim::stand_in(stand_ins, name, scenario.engine, scenario.queue_pairs.size());
  }
  return stand_ins;
}

workload::SimulationOptions simulation_options(const RunOptions& options, const Scenario& scenario,
                                               const RunSignals& signals) {
  workload::SimulationOptions simulation;
  simulation.verify = options.verify;
  simulation.run_ahead = options.run_ahead;
  simulation.events = options.events;
  simulation.events_beats = options.events_beats;
  simulation.max_cycles = options.max_cycles;
  simulation.stop = &signals.caught();
  simulation.bind_bus = options.bind_bus;
  simulation.stand_ins = rtl_parts(options, scenario);
  return simulation;
}

bool has_error_cqe(const RunResult& result) {
  for (std::size_t status = 1; status < result.cqes.size(); ++status) {
    if (result.cqes[status] > 0) {
      return true;
    }
  }
  return false;
}

int exit_code(const RunOptions& options, const RunResult& result, int signal) {
  if (result.ending == Ending::kInterrupted) {
    return 128 + signal;
  }
  const bool broken = result.verified && !*result.verified;
  const bool unwelcome = options.expect_ok && (has_error_cqe(result) || result.rejected > 0);
  return result.ending == Ending::kDone && !broken && !unwelcome ? kExitDone : kExitFailed;
}

void report(const RunOptions& options, const RunResult& result) {
  if (options.json || options.out) {
    const std::string json = workload::to_json(result) + "\n";
    if (options.json) {
      std::fputs(json.c_str(), stdout);
    }
    if (options.out) {
      write_file(*options.out + "/result.json", json);
    }
  }
  std::fputs(summarize(result).c_str(), stderr);
}

/// Runs, reports, and returns the exit code.
int simulate(const Scenario& scenario, const workload::SimulationOptions& simulation_options,
             const RunOptions& options, ProgressBar& progress, const RunSignals& signals) {
  std::unique_ptr<workload::Simulation> simulation;
  try {
    simulation = build(scenario, simulation_options, options);
    simulation->run();
    progress.clear();
    const RunResult result = simulation->result();
    report(options, result);
    if (const auto written = simulation->wave_report()) {
      std::fputs(describe(*written, options.wave).c_str(), stderr);
    }
    if (const auto written = simulation->timeline_report()) {
      std::fputs(describe(*written, options.timeline).c_str(), stderr);
    }
    return exit_code(options, result, signals.caught().load());
  } catch (const ConfigError&) {
    // Stimulus that can be read only once: what half a run has written does not stay.
    if (options.events) std::filesystem::remove(*options.events);
    if (options.timeline.path) std::filesystem::remove(*options.timeline.path);
    const auto wave = simulation ? simulation->wave_report() : std::nullopt;
    if (wave && wave->written) std::filesystem::remove(wave->path);
    throw;
  } catch (const std::system_error& error) {
    throw ConfigError(error.what(), "cannot be written", "is the disk full?");
  }
}

}  // namespace

int run(const RunOptions& asked) {
  Scenario scenario = workload::load_scenario(asked.load);
  if (asked.capture.path) {
    for (const std::string& line : load_capture(asked.capture, scenario)) {
      std::fprintf(stderr, "%s\n", line.c_str());
    }
  }
  require_queue_pairs(asked, scenario);
  const std::uint64_t stimulus_items = check_stimulus(scenario);
  std::optional<DiagramOutput> diagram;
  if (asked.diagram) diagram.emplace(*asked.diagram, scenario);
  const std::optional<observe::WaveOptions> wave = wave_options(asked.wave, scenario);
  const std::optional<observe::TimelineOptions> timeline = timeline_options(asked.timeline);
  const RunOptions options = with_outputs(asked);
  require_distinct_files(options, scenario);
  if (options.resolved) {
    write_file(*options.resolved, resolved(scenario));
  }
  const RunSignals signals;
  workload::SimulationOptions simulation = simulation_options(options, scenario, signals);
  if (diagram) simulation.diagram = &diagram->observer();
  simulation.wave = wave;
  simulation.timeline = timeline;
  ProgressBar progress(options.progress, expected_transfers(scenario) + stimulus_items);
  simulation.progress = [&](Cycle reached, std::uint64_t finished) {
    progress.update(reached, finished);
  };
  const int code = simulate(scenario, simulation, options, progress, signals);
  // A run that was interrupted may not have come to the transfer.
  const bool interrupted = signals.caught().load() != 0;
  if (diagram && (diagram->found() || !interrupted)) diagram->write();
  return code;
}

}  // namespace sgdma::app
