/// What happens at a cut point.
#pragma once

#include <optional>
#include <string>

#include "platform/memory/fault_rule.h"
#include "types/control.h"
#include "workload/scenario.h"

namespace sgdma::explore {

/// An event of `sgdma cutpoints --event`: either of the two.
struct CutEvent {
  std::string text;                          ///< as it was asked for
  std::optional<ControlRequest> request;     ///< what software asks for
  std::optional<platform::FaultRule> fault;  ///< armed at the cut: it strikes one beat at most
  std::optional<QpNumber> qp;                ///< the one that it is about; none: more than one
};

/// Reads "engine_reset", "qp_reset:QP", "qp_error:QP", "bus_error:QP" or "dereg:REGION". Throws
/// workload::ConfigError where that is not so or the scenario has no such queue pair or region.
CutEvent parse_cut_event(const std::string& text, const workload::Scenario& scenario);

}  // namespace sgdma::explore
