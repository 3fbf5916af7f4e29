#include "explore/sweep/axis_reader.h"

#include <filesystem>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "explore/sweep/axis_range.h"
#include "explore/sweep/settings.h"
#include "workload/config/key_listing.h"
#include "workload/config/nearest_name.h"
#include "workload/config/table_reader.h"

namespace sgdma::explore {
namespace {

using workload::ConfigEntry;
using workload::ConfigNode;
using Kind = ConfigNode::Kind;

const std::vector<std::string> kAxisKeys = {"name", "key",    "keys",   "values",  "from", "to",
                                            "step", "factor", "points", "spacing", "case"};
const std::vector<std::string> kCaseKeys = {"name", "preset", "scenario", "set"};

const ConfigNode* value_of(const ConfigNode& table, std::string_view key) {
  const ConfigEntry* entry = table.find(key);
  return entry == nullptr ? nullptr : &entry->value;
}

bool is_named(const ConfigNode* node) {
  return node != nullptr && node->kind == Kind::kText && !node->text.empty();
}

}  // namespace

std::vector<std::string> AxisReader::read_keys(const ConfigNode& table) const {
  std::vector<const ConfigNode*> nodes;
  if (const ConfigNode* key = value_of(table, "key")) nodes.push_back(key);
  if (const ConfigNode* keys = value_of(table, "keys")) {
    for (const ConfigNode& item : keys->items) nodes.push_back(&item);
    if (nodes.empty() || keys->kind != Kind::kArray) {
      errors_.report(keys->place, "keys is a list of keys",
                     R"(for example ["bus.width", "clock.period"])");
    }
  }
  std::vector<std::string> keys;
  for (const ConfigNode* node : nodes) {
    if (node->kind == Kind::kText && workload::find_key(node->text) != nullptr) {
      keys.push_back(node->text);
      continue;
    }
    const std::string name = label_of(*node);
    errors_.report(
        node->place, "unknown key: " + name,
        workload::did_you_mean(name, workload::key_names(), "`sgdma config docs` lists them all"));
  }
  return keys.size() == nodes.size() ? keys : std::vector<std::string>{};
}

std::vector<AxisStep> AxisReader::read_values(const ConfigNode& table,
                                              const std::vector<std::string>& keys) const {
  const ConfigNode& values = *value_of(table, "values");
  if (values.kind != Kind::kArray || values.items.empty()) {
    errors_.report(values.place, "values is a list with at least one value",
                   "for example [4, 8, 16]");
    return {};
  }
  if (value_of(table, "keys") != nullptr) return read_tuples(values, keys);
  std::vector<AxisStep> steps;
  const workload::KeySpec& spec = workload::find_key(keys.front())->spec;
  for (const ConfigNode& value : values.items) {
    steps.push_back(
        {label_of(value), values_.number(spec, value), {}, {{keys.front(), value.place, value}}});
  }
  return steps;
}

std::vector<AxisStep> AxisReader::read_tuples(const ConfigNode& values,
                                              const std::vector<std::string>& keys) const {
  std::vector<AxisStep> steps;
  for (const ConfigNode& tuple : values.items) {
    if (tuple.kind != Kind::kArray || tuple.items.size() != keys.size()) {
      errors_.report(
          tuple.place,
          fmt::format("with {0} keys, each entry of values is a list of {0}", keys.size()));
      return {};
    }
    AxisStep step;
    for (std::size_t at = 0; at < keys.size(); ++at) {
      const ConfigNode& value = tuple.items[at];
      step.label += (at == 0 ? "" : ", ") + label_of(value);
      step.settings.push_back({keys[at], value.place, value});
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

std::vector<AxisStep> AxisReader::read_range(const ConfigNode& table,
                                             const std::string& key) const {
  AxisRange range{value_of(table, "from"),   value_of(table, "to"),     value_of(table, "step"),
                  value_of(table, "factor"), value_of(table, "points"), false};
  if (range.from == nullptr || range.to == nullptr) {
    errors_.report(table.place, "a range has both from and to");
    return {};
  }
  const int ways = (range.step != nullptr ? 1 : 0) + (range.factor != nullptr ? 1 : 0) +
                   (range.points != nullptr ? 1 : 0);
  if (ways != 1) {
    errors_.report(table.place, "a range has one of step, factor and points",
                   "a step is a distance, a factor a ratio, points a number of values");
    return {};
  }
  if (const ConfigNode* spacing = value_of(table, "spacing")) {
    range.equal_ratios = spacing->text == "log";
    if (range.points == nullptr || (spacing->text != "log" && spacing->text != "linear")) {
      errors_.report(spacing->place, R"(spacing is "linear" or "log", of points)");
      return {};
    }
  }
  const workload::KeySpec& spec = workload::find_key(key)->spec;
  std::vector<AxisStep> steps;
  for (const ConfigNode& value : values_.range(spec, range)) {
    steps.push_back(
        {label_of(value), values_.number(spec, value), {}, {{key, value.place, value}}});
  }
  return steps;
}

std::optional<AxisStep> AxisReader::read_case(const ConfigNode& table) const {
  for (const ConfigEntry& entry : table.entries) {
    if (std::find(kCaseKeys.begin(), kCaseKeys.end(), entry.key) == kCaseKeys.end()) {
      workload::report_unknown_key(errors_, entry, "axis.case", kCaseKeys, "");
      return std::nullopt;
    }
  }
  const ConfigNode* name = value_of(table, "name");
  if (!is_named(name)) {
    errors_.report(table.place, "a case has a name");
    return std::nullopt;
  }
  AxisStep step;
  step.label = name->text;
  if (const ConfigNode* preset = value_of(table, "preset")) {
    if (const ConfigNode* layer = cases_.preset(preset->text)) step.layers.push_back(*layer);
  }
  if (const ConfigNode* scenario = value_of(table, "scenario")) {
    const std::string path =
        (std::filesystem::path(errors_.folder(scenario->place.source)) / scenario->text).string();
    if (const ConfigNode* layer = cases_.file(path)) step.layers.push_back(*layer);
  }
  if (const ConfigNode* set = value_of(table, "set")) {
    if (set->kind != Kind::kTable) {
      errors_.report(set->place, "set is a table", R"(for example { "engine.slots" = 4 })");
      return std::nullopt;
    }
    step.settings = settings_of(*set);
  }
  return step;
}

std::vector<AxisStep> AxisReader::read_cases(const ConfigNode& list) const {
  std::vector<AxisStep> steps;
  if (list.kind != Kind::kArray || list.items.empty()) {
    errors_.report(list.place, "case is a list of tables", "write [[axis.case]]");
    return steps;
  }
  for (const ConfigNode& table : list.items) {
    std::optional<AxisStep> step = read_case(table);
    if (!step) return {};
    steps.push_back(std::move(*step));
  }
  return steps;
}

/// Two steps of one label would be one row of a table.
void AxisReader::check_labels(const SweepAxis& axis) const {
  std::set<std::string> labels;
  for (const AxisStep& step : axis.steps) {
    if (labels.insert(step.label).second) continue;
    const workload::Place place = step.settings.empty() ? axis.place : step.settings.front().place;
    errors_.report(place, "axis " + axis.name + " has \"" + step.label + "\" twice");
  }
}

std::optional<SweepAxis> AxisReader::read(const ConfigNode& table) const {
  for (const ConfigEntry& entry : table.entries) {
    if (std::find(kAxisKeys.begin(), kAxisKeys.end(), entry.key) == kAxisKeys.end()) {
      workload::report_unknown_key(errors_, entry, "axis", kAxisKeys, "");
      return std::nullopt;
    }
  }
  const bool several = value_of(table, "keys") != nullptr;
  const bool keyed = several || value_of(table, "key") != nullptr;
  const bool listed = value_of(table, "values") != nullptr;
  const bool ranged = value_of(table, "from") != nullptr || value_of(table, "to") != nullptr;
  const ConfigNode* cases = value_of(table, "case");
  const bool one_way = (listed ? 1 : 0) + (ranged ? 1 : 0) + (cases != nullptr ? 1 : 0) == 1;
  const bool both_keys = several && value_of(table, "key") != nullptr;
  if (!one_way || both_keys || keyed == (cases != nullptr) || (ranged && several)) {
    errors_.report(table.place,
                   "an axis has a key with values or with from and to, keys with values, or cases");
    return std::nullopt;
  }
  const ConfigNode* name = value_of(table, "name");
  if ((name != nullptr || !keyed) && !is_named(name)) {
    errors_.report(table.place, "an axis of cases has a name");
    return std::nullopt;
  }
  SweepAxis axis;
  axis.place = table.place;
  const std::vector<std::string> keys = read_keys(table);
  if (keyed && keys.empty()) return std::nullopt;
  for (const std::string& key : keys) axis.name += (axis.name.empty() ? "" : ", ") + key;
  if (name != nullptr) axis.name = name->text;
  if (keys.size() == 1) axis.unit = unit_of(workload::find_key(keys.front())->spec);
  axis.steps = cases != nullptr ? read_cases(*cases)
               : listed         ? read_values(table, keys)
                                : read_range(table, keys.front());
  if (axis.steps.empty()) return std::nullopt;
  check_labels(axis);
  return axis;
}

}  // namespace sgdma::explore
