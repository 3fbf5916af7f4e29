#include "cosim/rtl_parts.h"

#include <fmt/format.h>

#include "cosim/verilated_parts.h"
#include "workload/config/config_error.h"

namespace sgdma::cosim {

bool has_rtl_parts() { return has_verilated_parts(); }

const std::vector<std::string>& rtl_part_names() {
  static const std::vector<std::string> names = {"in_flight_table", "slot_arbiter"};
  return names;
}

void stand_in(model::StandIns& stand_ins, const std::string& name, const EngineConfig& config,
              std::size_t queue_pairs) {
  const auto need = [&](bool has, const std::string& what) {
    if (!has) throw workload::ConfigError("--rtl " + name, "the RTL module has " + what);
  };
  if (name == "in_flight_table") {
    need(config.slots <= kMostRtlSlots, fmt::format("up to {} slots", kMostRtlSlots));
    stand_ins.in_flight_table = [](const EngineConfig& engine) {
      return make_rtl_in_flight_table(engine.slots);
    };
    return;
  }
  need(queue_pairs <= kMostRtlQueuePairs, fmt::format("up to {} queue pairs", kMostRtlQueuePairs));
  need(config.arbitration == ArbitrationKind::kRoundRobin ||
           config.arbitration == ArbitrationKind::kWeightedRoundRobin,
       "the policies round_robin and weighted_round_robin");
  stand_ins.slot_arbiter = make_rtl_slot_arbiter;
}

}  // namespace sgdma::cosim
