/// All work that a scenario brings.
#pragma once

#include <optional>

#include "platform/work_item.h"
#include "workload/merged_work.h"
#include "workload/repeated_work.h"
#include "workload/scenario.h"
#include "workload/stimulus/stimulus_file.h"

namespace sgdma::workload {

/// At one time, what the scenario lists comes before its stimulus file.
class ScenarioWork {
 public:
  /// `scenario` outlives this. Throws ConfigError where its stimulus file cannot be opened.
  explicit ScenarioWork(const Scenario& scenario);

  platform::WorkItemStream& stream();

 private:
  RepeatedWork listed_;
  std::optional<StimulusFile> stimulus_;
  MergedWork merged_;
};

}  // namespace sgdma::workload
