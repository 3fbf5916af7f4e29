/// The options of `--wave` and its companions.
#pragma once

#include <optional>
#include <string>

#include "observe/wave/wave_options.h"
#include "workload/scenario.h"

namespace sgdma::app {

/// As they stand on the command line.
struct WaveArguments {
  std::optional<std::string> path;
  std::string from;
  std::string to;
  std::string slots;
  std::string queue_pairs;
  std::string around;
  std::string margin;
  std::string limit;
};

/// The options, or nothing where no waveform is asked for. Throws workload::ConfigError for what is
/// no option, and for slots and queue pairs that the scenario does not have.
std::optional<observe::WaveOptions> wave_options(const WaveArguments& arguments,
                                                 const workload::Scenario& scenario);

/// What a reader should know of the waveform that a run has left, a line each.
std::string describe(const observe::WaveReport& report, const WaveArguments& arguments);

}  // namespace sgdma::app
