/// What happens at a cut point.
#pragma once

#include <string>

#include "types/control.h"
#include "workload/scenario.h"

namespace sgdma::explore {

/// An event of `sgdma cutpoints --event`.
struct CutEvent {
  std::string text;  ///< as it was asked for
  ControlRequest request;
};

/// Reads "engine_reset", "qp_reset:QP" or "qp_error:QP". Throws workload::ConfigError where that is
/// not so or the scenario has no such queue pair.
CutEvent parse_cut_event(const std::string& text, const workload::Scenario& scenario);

}  // namespace sgdma::explore
