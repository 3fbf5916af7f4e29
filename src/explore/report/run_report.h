/// What a report says of a run.
#pragma once

#include <optional>
#include <string>

#include <boost/json/object.hpp>

#include "explore/report/slot_timeline.h"

namespace sgdma::explore {

/// `result` is what `sgdma run --json` printed. With an event log (its path) there is also
/// `timeline` (of the cycles `shown`), `bus` and `latency`; without one those are null. Of more
/// than 64 queue pairs the result keeps those with most bytes, and `qps_in_all` says how many there
/// were. Throws workload::ConfigError where the log cannot be read, or is of another run.
boost::json::object run_report(boost::json::object result, const std::optional<std::string>& events,
                               ShownCycles shown = {});

}  // namespace sgdma::explore
