/// Settings as a sweep file writes them.
#pragma once

#include <vector>

#include "explore/sweep/sweep.h"
#include "workload/config/config_node.h"

namespace sgdma::explore {

/// `{ "engine.slots" = 4, arbiter.policy = "oldest" }`: quoted keys and tables in tables are the
/// same. Keys that no scenario has are in the list, too: who sets them finds that out.
std::vector<Setting> settings_of(const workload::ConfigNode& table);

}  // namespace sgdma::explore
