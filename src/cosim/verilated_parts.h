/// The Verilated modules that `rtl_parts` puts into the engine. Declared where there are none, too:
/// then they are nullptr.
#pragma once

#include <memory>

#include "core/in_flight_table.h"
#include "core/slot_arbiter.h"
#include "types/engine_config.h"

namespace sgdma::cosim {

inline constexpr std::uint32_t kMostRtlSlots = 64;
inline constexpr std::uint32_t kMostRtlQueuePairs = 64;

bool has_verilated_parts();
std::unique_ptr<core::InFlightTable> make_rtl_in_flight_table(std::uint32_t slots);
std::unique_ptr<core::SlotArbiter> make_rtl_slot_arbiter(const EngineConfig& config,
                                                         const QueuePairConfigs& queue_pairs);

}  // namespace sgdma::cosim
