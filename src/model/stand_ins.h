/// Parts that stand in the place of the engine's own.
#pragma once

#include <functional>
#include <memory>

#include "core/in_flight_table.h"
#include "core/slot_arbiter.h"
#include "types/engine_config.h"

namespace sgdma::model {

/// Each makes one part, for the module of its name; empty: the module's own is taken. A part that
/// keeps its interface changes no cycle.
struct StandIns {
  std::function<std::unique_ptr<core::InFlightTable>(const EngineConfig&)> in_flight_table;
  std::function<std::unique_ptr<core::SlotArbiter>(const EngineConfig&, const QueuePairConfigs&)>
      slot_arbiter;
};

}  // namespace sgdma::model
