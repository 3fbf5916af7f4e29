/// All work that a scenario brings.
#pragma once

#include <optional>

#include "platform/work_item.h"
#include "platform/work_listener.h"
#include "workload/generate/generated_work.h"
#include "workload/merged_work.h"
#include "workload/repeated_work.h"
#include "workload/scenario.h"
#include "workload/stimulus/stimulus_file.h"

namespace sgdma::workload {

/// At one time, what the scenario lists comes first, then its stimulus file, then what is made.
class ScenarioWork {
 public:
  /// `scenario` outlives this. Throws ConfigError where its stimulus file cannot be opened.
  explicit ScenarioWork(const Scenario& scenario);

  platform::WorkItemStream& stream();
  /// After a fork: what is read is opened again, at the place that was reached.
  void reopen() {
    if (stimulus_) stimulus_->reopen();
  }
  /// Throws ConfigError where the stimulus file has ended with a line that is no item.
  void throw_if_bad() const {
    if (stimulus_) stimulus_->throw_if_bad();
  }
  /// Who wants to hear of the work, or nullptr.
  platform::WorkListener* listener() { return generated_ ? &*generated_ : nullptr; }

 private:
  RepeatedWork listed_;
  std::optional<StimulusFile> stimulus_;
  std::optional<GeneratedWork> generated_;
  MergedWork merged_;
};

}  // namespace sgdma::workload
