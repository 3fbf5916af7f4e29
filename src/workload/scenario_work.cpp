#include "workload/scenario_work.h"

namespace sgdma::workload {

ScenarioWork::ScenarioWork(const Scenario& scenario) : listed_(scenario.work) {
  merged_.add(listed_);
  if (!scenario.stimulus.empty()) {
    merged_.add(stimulus_.emplace(scenario.stimulus, scenario));
  }
  if (!scenario.generators.empty() || scenario.peer_delay != 0) {
    merged_.add(generated_.emplace(scenario));
  }
}

platform::WorkItemStream& ScenarioWork::stream() {
  // Where there is nothing to merge, nothing is asked twice.
  const bool merged = stimulus_ || generated_;
  return merged ? static_cast<platform::WorkItemStream&>(merged_) : listed_;
}

}  // namespace sgdma::workload
