/// The options of `--timeline` and its companions.
#pragma once

#include <optional>
#include <string>

#include "observe/timeline/timeline_options.h"

namespace sgdma::app {

/// As they stand on the command line.
struct TimelineArguments {
  std::optional<std::string> path;
  std::string from;
  std::string to;
  std::string limit;
};

/// The options, or nothing where no timeline is asked for. Without a limit it ends at 500 MB, about
/// what the viewers open. Throws workload::ConfigError for what is no option.
std::optional<observe::TimelineOptions> timeline_options(const TimelineArguments& arguments);

/// What a reader should know of the timeline that a run has left, a line each.
std::string describe(const observe::TimelineReport& report, const TimelineArguments& arguments);

}  // namespace sgdma::app
