#include "app/timeline_arguments.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "app/number_argument.h"
#include "app/size_argument.h"
#include "workload/config/config_error.h"
#include "workload/grouped.h"

namespace sgdma::app {

namespace {

using workload::ConfigError;
using workload::grouped;

constexpr std::uint64_t kLimit = 500'000'000;

void require_company(const TimelineArguments& arguments) {
  const std::array<std::pair<const char*, const std::string*>, 3> companions = {
      {{"--timeline-from", &arguments.from},
       {"--timeline-to", &arguments.to},
       {"--timeline-limit", &arguments.limit}}};
  for (const auto& [option, value] : companions) {
    if (!arguments.path && !value->empty()) {
      throw ConfigError(std::string(option) + " " + *value, "there is no timeline to shape",
                        "add --timeline FILE.json");
    }
  }
}

}  // namespace

std::optional<observe::TimelineOptions> timeline_options(const TimelineArguments& arguments) {
  require_company(arguments);
  if (!arguments.path) {
    return std::nullopt;
  }
  observe::TimelineOptions options;
  options.path = *arguments.path;
  options.limit = kLimit;
  if (!arguments.from.empty()) {
    options.from = number_argument("--timeline-from", arguments.from, 0, kMostCycles);
  }
  if (!arguments.to.empty()) {
    options.to = number_argument("--timeline-to", arguments.to, 0, kMostCycles);
  }
  if (options.from > options.to) {
    throw ConfigError(fmt::format("--timeline-from {}", options.from),
                      fmt::format("comes after --timeline-to {}", options.to));
  }
  if (!arguments.limit.empty()) options.limit = size_argument("--timeline-limit", arguments.limit);
  return options;
}

std::string describe(const observe::TimelineReport& report, const TimelineArguments& arguments) {
  if (!report.reached) {
    return fmt::format("timeline: {} is empty: the run ended before cycle {}\n", report.path,
                       arguments.from);
  }
  std::string text =
      fmt::format("timeline: {}: cycles {} to {}, {} bytes\n", report.path, grouped(report.first),
                  grouped(report.last), grouped(report.bytes));
  if (report.full) {
    text += fmt::format(
        "timeline: it ends at cycle {}, since it has grown to {}; see --timeline-from, "
        "--timeline-limit\n",
        grouped(report.last), arguments.limit.empty() ? "500 MB" : arguments.limit);
  }
  return text;
}

}  // namespace sgdma::app
