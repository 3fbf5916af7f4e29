#include "app/validate_command.h"

#include <cstdint>
#include <iostream>
#include <string>

#include "app/exit_codes.h"
#include "workload/stimulus/stimulus_file.h"

namespace sgdma::app {
namespace {

/// "1 region", "2 regions".
std::string counted(std::uint64_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

}  // namespace

int validate(const workload::LoadOptions& options) {
  const workload::Scenario scenario = workload::load_scenario(options);
  std::uint64_t arrivals = 0;
  for (const workload::RepeatedItem& item : scenario.work) arrivals += item.count;
  if (!scenario.stimulus.empty()) {
    arrivals += workload::check_stimulus(scenario.stimulus, scenario);
  }
  const bool generated = !scenario.generators.empty();
  const std::size_t faults = scenario.memory.faults.size();
  std::cerr << options.path.value_or("built-in scenario") << ": valid, with "
            << counted(scenario.queue_pairs.size(), "queue pair") << ", "
            << counted(scenario.regions.size(), "region")
            << (generated ? ", " + counted(scenario.generators.size(), "generator") : "")
            << (faults > 0 ? ", " + counted(faults, "fault rule") : "")
            << (generated ? ", and listed work that arrives " : ", and work that arrives ")
            << counted(arrivals, "time") << '\n';
  return kExitDone;
}

}  // namespace sgdma::app
