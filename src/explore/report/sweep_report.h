/// What a report says of a sweep.
#pragma once

#include <string>
#include <vector>

#include <boost/json/object.hpp>

#include "explore/sweep/objective.h"

namespace sgdma::explore {

/// `result` is a sweep's result.json; `commands` what repeats a point, with {key} in it. The front
/// is that of `objectives` or, without any, of those of the sweep. Where designs have too many
/// figures those of single queue pairs are left out, and `figures_left_out` says how many. Throws
/// workload::ConfigError where an objective names nothing that there is.
boost::json::object sweep_report(const boost::json::object& result, const std::string& command,
                                 std::vector<Objective> objectives);

}  // namespace sgdma::explore
