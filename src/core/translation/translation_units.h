/// What is derived at once.
#pragma once

#include "core/translation/line_walk.h"
#include "types/engine_config.h"
#include "types/transfer_request.h"

namespace sgdma::core {

/// Longest burst of a direction: one beat, where every beat is derived by itself.
std::uint32_t max_burst(const EngineConfig& config, Direction direction);

/// Bytes of the unit that begins at `place`. Requires that addresses are not captured.
std::uint32_t unit_bytes(const EngineConfig& config, const TransferRequest& request,
                         UnitPlace place);

}  // namespace sgdma::core
