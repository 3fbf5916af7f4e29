#include "app/cosim_command.h"

#include <cstdio>
#include <iostream>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "app/exit_codes.h"
#include "app/missing_program.h"
#include "app/progress_bar.h"
#include "app/run_signals.h"
#include "cosim/verilated_engines.h"
#include "observe/wave/make_wave_file.h"
#include "workload/config/config_error.h"
#include "workload/grouped.h"

namespace sgdma::app {
namespace {

namespace json = boost::json;
using cosim::CosimResult;
using cosim::Difference;
using cosim::LockStepCount;
using workload::grouped;

std::string share(std::uint64_t part, const LockStepCount& count) {
  return fmt::format("{:.1f} %", count.cycles == 0 ? 0.0
                                                   : 100.0 * static_cast<double>(part) /
                                                         static_cast<double>(count.cycles));
}

json::object to_json(const Difference& difference) {
  json::object object{{"cycle", difference.cycle},
                      {"field", difference.field},
                      {"model", difference.model},
                      {"rtl", difference.rtl}};
  if (difference.slot) object["slot"] = *difference.slot;
  return object;
}

std::string to_json(const CosimResult& result) {
  const LockStepCount& count = result.count;
  json::object object{{"rtl",
                       {{"slots", result.shape.slots},
                        {"queue_pairs", result.shape.queue_pairs},
                        {"bus_width", result.shape.bus_width}}},
                      {"cycles", count.cycles},
                      {"compared", count.compared},
                      {"idle_cycles", count.idle},
                      {"cycles_with_two_busy_slots", count.two_busy},
                      {"cycles_with_both_directions", count.both_directions},
                      {"cycles_with_back_pressure", count.back_pressure},
                      {"beats", count.beats},
                      {"wasted_beats", count.wasted},
                      {"bursts", count.bursts},
                      {"transfers", count.transfers},
                      {"faults", count.faults},
                      {"resets", count.resets},
                      {"interrupted", result.interrupted}};
  object["difference"] =
      result.difference ? json::value(to_json(*result.difference)) : json::value(nullptr);
  return json::serialize(object);
}

void print_events(const char* side, const std::vector<std::string>& events) {
  fmt::print(stderr, "  {}:\n", side);
  for (const std::string& event : events) fmt::print(stderr, "    {}\n", event);
}

void print_summary(const CosimResult& result) {
  const LockStepCount& count = result.count;
  fmt::print(stderr, "{} cycles in lock step, {} values compared: {}\n", grouped(count.cycles),
             grouped(count.compared), result.difference ? "they differ" : "no difference");
  fmt::print(stderr,
             "  RTL        {} slots, {} queue pairs, {} bytes a beat\n"
             "  two busy   {} of the cycles; both directions {}, back-pressure {}, idle {}\n"
             "  events     {} transfers, {} bursts, {} beats, {} wasted, {} faults, {} resets\n",
             result.shape.slots, result.shape.queue_pairs, result.shape.bus_width,
             share(count.two_busy, count), share(count.both_directions, count),
             share(count.back_pressure, count), share(count.idle, count), grouped(count.transfers),
             grouped(count.bursts), grouped(count.beats), grouped(count.wasted),
             grouped(count.faults), grouped(count.resets));
  if (!result.difference) return;
  const Difference& difference = *result.difference;
  fmt::print(stderr, "cycle {}{}: {}\n  model: {}\n  rtl:   {}\n", difference.cycle,
             difference.slot ? fmt::format(", slot {}", *difference.slot) : "", difference.field,
             difference.model, difference.rtl);
  if (difference.slot) {
    fmt::print(stderr, "last events of slot {}\n", *difference.slot);
    print_events("model", result.model_events);
    print_events("rtl", result.rtl_events);
  }
}

}  // namespace

int cosim(const CosimCommandOptions& options) {
  if (cosim::verilated_shapes().empty()) {
    throw MissingProgram("verilator", "this build has no RTL engine to run beside the model",
                         "install verilator 5 and build again");
  }
  if (const auto refusal = observe::refuse_wave_file(options.cosim.wave)) {
    throw workload::ConfigError("--wave " + options.cosim.wave, refusal->problem, refusal->hint);
  }
  const workload::Scenario scenario = workload::load_scenario(options.load);
  cosim::CosimOptions run = options.cosim;
  const RunSignals signals;
  run.stop = &signals.caught();
  ProgressBar progress(options.progress, 0);
  run.progress = [&](Cycle reached, std::uint64_t transfers) {
    progress.update(reached, transfers);
  };
  const CosimResult result = cosim::run_cosim(scenario, run);
  progress.clear();
  if (options.json) std::cout << to_json(result) << '\n';
  print_summary(result);
  if (result.difference) fmt::print(stderr, "waveform of both: {}\n", run.wave);
  if (result.interrupted) return 128 + signals.caught().load();
  return result.difference ? kExitFailed : kExitDone;
}

}  // namespace sgdma::app
