/// What keys hold in layers that nobody has read as a scenario.
#pragma once

#include <optional>
#include <string>

#include "platform/work_item.h"
#include "workload/config/key_spec.h"
#include "workload/config/scenario_layers.h"

namespace sgdma::explore {

/// The clock's period, however it is given; the default one where it is not or is wrong.
platform::Picoseconds clock_period(const workload::ScenarioLayers& layers);

/// The value of a key, its default where it is not there. Empty where it is wrong, or has neither.
/// `clock.period` and `clock.frequency` are one.
std::optional<workload::KeyValue> layer_value(const workload::ScenarioLayers& layers,
                                              const std::string& key);

}  // namespace sgdma::explore
