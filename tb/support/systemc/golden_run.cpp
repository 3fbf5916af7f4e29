#include "support/systemc/golden_run.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "support/scenario_run.h"
#include "support/scratch.h"
#include "support/systemc/watched_bus.h"
#include "workload/config/load_scenario.h"
#include "workload/simulation.h"

namespace sgdma::test {

std::vector<std::string> golden_names() {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(source_path("traces/golden"))) {
    if (file.path().extension() == ".jsonl") {
      names.push_back(file.path().stem());
    }
  }
  return names;
}

void expect_golden_log(const std::string& name, const std::vector<std::string>& settings) {
  workload::LoadOptions load;
  load.path = source_path("traces/stimulus/" + name + ".toml");
  load.settings = settings;
  const workload::Scenario scenario = workload::load_scenario(load);
  WatchedBus bus;
  workload::SimulationOptions options;
  options.bind_bus = bus.binding();
  options.events = write_scratch_file("watched.jsonl", "");
  options.events_beats = true;
  workload::Simulation simulation(scenario, options);
  EXPECT_EQ(simulation.run(), workload::Ending::kDone);
  EXPECT_EQ(simulation.result().verified, true);
  EXPECT_EQ(file_bytes(*options.events),
            file_bytes(source_path("traces/golden/" + name + ".jsonl")));
}

}  // namespace sgdma::test
