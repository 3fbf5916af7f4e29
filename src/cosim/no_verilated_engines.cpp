// A build without Verilator.

#include "cosim/verilated_engines.h"
#include "cosim/verilated_parts.h"

namespace sgdma::cosim {

std::vector<RtlShape> verilated_shapes() { return {}; }

std::unique_ptr<RtlEngine> make_verilated_engine(const RtlShape&) { return nullptr; }

bool has_verilated_parts() { return false; }

std::unique_ptr<core::InFlightTable> make_rtl_in_flight_table(std::uint32_t) { return nullptr; }

std::unique_ptr<core::SlotArbiter> make_rtl_slot_arbiter(const EngineConfig&,
                                                         const QueuePairConfigs&) {
  return nullptr;
}

}  // namespace sgdma::cosim
