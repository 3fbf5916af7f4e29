#include "explore/sweep/layer_value.h"

#include <array>

#include "workload/config/error_list.h"
#include "workload/config/key_listing.h"
#include "workload/config/toml_reader.h"
#include "workload/config/value_reader.h"
#include "workload/scenario.h"

namespace sgdma::explore {
namespace {

using workload::ConfigNode;
using workload::KeyValue;
using workload::ListedKey;

/// Errors are for those who read the scenario.
std::optional<KeyValue> read(const ListedKey& key, const ConfigNode& node,
                             platform::Picoseconds period) {
  workload::ErrorList ignored;
  ignored.add_source("", "", false);
  workload::ValueReader reader(ignored);
  reader.set_period(period);
  ConfigNode value = node;
  value.place = {};
  return reader.read(key.spec, value);
}

/// Of the two ways to give the clock the one that takes precedence.
std::optional<KeyValue> clock(const workload::ScenarioLayers& layers) {
  const ConfigNode* chosen = nullptr;
  const ListedKey* chosen_key = nullptr;
  for (const char* name : {"clock.period", "clock.frequency"}) {
    const ConfigNode* node = layers.find(name);
    if (node == nullptr || (chosen != nullptr && node->place < chosen->place)) continue;
    chosen = node;
    chosen_key = workload::find_key(name);
  }
  if (chosen == nullptr) return KeyValue{workload::Scenario{}.clock_period, {}, {}};
  return read(*chosen_key, *chosen, 1);
}

}  // namespace

platform::Picoseconds clock_period(const workload::ScenarioLayers& layers) {
  const std::optional<KeyValue> period = clock(layers);
  return period ? period->number : workload::Scenario{}.clock_period;
}

std::optional<KeyValue> layer_value(const workload::ScenarioLayers& layers,
                                    const std::string& key) {
  if (key == "clock.period" || key == "clock.frequency") return clock(layers);
  const ListedKey* listed = workload::find_key(key);
  if (listed == nullptr) return std::nullopt;
  if (const ConfigNode* node = layers.find(key)) return read(*listed, *node, clock_period(layers));
  if (listed->default_value.empty()) return std::nullopt;
  const std::optional<ConfigNode> value = workload::read_toml_value(listed->default_value, 0);
  if (!value) return std::nullopt;
  return read(*listed, *value, clock_period(layers));
}

}  // namespace sgdma::explore
