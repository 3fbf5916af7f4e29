/// `sgdma cutpoints`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "explore/cutpoints/cut_campaign.h"
#include "workload/config/load_scenario.h"

namespace sgdma::app {

/// Numbers have been parsed, files have not been touched.
struct CutpointsOptions {
  workload::LoadOptions load;
  std::string event;
  std::string at = "beats";
  explore::CutOptions cut;
  bool json = false;     ///< the result as one JSON object on standard output
  bool progress = true;  ///< a progress bar on a terminal
};

/// Returns the exit code: 1 where a point failed.
int cutpoints(const CutpointsOptions& options);

}  // namespace sgdma::app
