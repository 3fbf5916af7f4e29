#include "workload/scenario_work.h"

namespace sgdma::workload {

ScenarioWork::ScenarioWork(const Scenario& scenario) : listed_(scenario.work) {
  merged_.add(listed_);
  if (!scenario.stimulus.empty()) {
    merged_.add(stimulus_.emplace(scenario.stimulus, scenario));
  }
}

platform::WorkItemStream& ScenarioWork::stream() {
  // Where there is nothing to merge, nothing is asked twice.
  return stimulus_ ? static_cast<platform::WorkItemStream&>(merged_) : listed_;
}

}  // namespace sgdma::workload
