/// Single modules of the RTL engine in the place of the model's.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/stand_ins.h"
#include "types/engine_config.h"

namespace sgdma::cosim {

/// Whether this build has them.
bool has_rtl_parts();

/// "in_flight_table" and "slot_arbiter".
const std::vector<std::string>& rtl_part_names();

/// Puts the Verilated module of that name, which must be one of these, into its place. Throws
/// workload::ConfigError where it has no such configuration: more than 64 slots or queue pairs,
/// another policy than round robin, weighted or not.
void stand_in(model::StandIns& stand_ins, const std::string& name, const EngineConfig& config,
              std::size_t queue_pairs);

}  // namespace sgdma::cosim
