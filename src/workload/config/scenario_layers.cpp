#include "workload/config/scenario_layers.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "workload/config/nearest_name.h"
#include "workload/config/presets.h"
#include "workload/config/scenario_reader.h"
#include "workload/config/text_file.h"
#include "workload/config/toml_reader.h"

namespace sgdma::workload {
namespace {

constexpr std::uint64_t kMostFileBytes = 64ULL << 20U;
constexpr std::size_t kMostKeyParts = 4;

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// "section.name" in its parts; nothing where one is empty, or there are too many.
std::optional<std::vector<std::string_view>> key_parts(std::string_view key) {
  std::vector<std::string_view> parts;
  for (std::size_t dot = 0; dot != std::string_view::npos; key.remove_prefix(dot + 1)) {
    dot = key.find('.');
    parts.push_back(key.substr(0, dot));
    if (parts.back().empty() || parts.size() > kMostKeyParts) return std::nullopt;
    if (dot == std::string_view::npos) return parts;
  }
  return std::nullopt;
}

/// Without a position: "generator" of "generator[0]".
std::string_view list_name(std::string_view part) { return part.substr(0, part.find('[')); }

}  // namespace

std::optional<ConfigNode> read_file_layer(const std::string& path, ErrorList& errors) {
  const std::uint32_t source = errors.add_source(path, read_text_file(path, kMostFileBytes), true);
  std::optional<ConfigNode> layer = read_toml(source, errors);
  if (layer && layer->entries.empty()) {
    errors.report({source, 0, 0}, "the scenario is empty",
                  "`sgdma config defaults` shows one with every key");
  }
  return layer;
}

std::optional<ConfigNode> read_preset_layer(const std::string& name, ErrorList& errors) {
  std::vector<std::string> names;
  for (const Preset& preset : presets()) {
    if (preset.name == name) {
      return read_toml(errors.add_source("preset " + name, std::string(preset.toml), true), errors);
    }
    names.emplace_back(preset.name);
  }
  const std::uint32_t source = errors.add_source("--preset " + name, {}, false);
  errors.report({source, 0, 0}, "there is no preset \"" + name + "\"",
                did_you_mean(name, names, "`sgdma config presets` lists them"));
  return std::nullopt;
}

void ScenarioLayers::add_text(std::string name, std::string text) {
  const std::uint32_t source = errors_.add_source(std::move(name), std::move(text), true);
  if (std::optional<ConfigNode> layer = read_toml(source, errors_)) add(std::move(*layer));
}

void ScenarioLayers::add_file(const std::string& path) {
  if (std::optional<ConfigNode> layer = read_file_layer(path, errors_)) add(std::move(*layer));
}

void ScenarioLayers::add_preset(const std::string& name) {
  if (std::optional<ConfigNode> layer = read_preset_layer(name, errors_)) add(std::move(*layer));
}

void ScenarioLayers::add_setting(const std::string& setting) {
  const std::uint32_t source = errors_.add_source("--set " + setting, {}, false);
  const std::size_t equals = setting.find('=');
  if (equals == std::string::npos || equals == 0) {
    errors_.report({source, 0, 0}, "is not key=value", "for example --set engine.slots=64");
    return;
  }
  add_value(source, trimmed(setting.substr(0, equals)), trimmed(setting.substr(equals + 1)));
}

void ScenarioLayers::add_stimulus(const std::string& path) {
  const std::uint32_t source = errors_.add_source("--workload " + path, {}, false);
  const Place place{source, 1, 1};
  ConfigNode value;
  value.kind = ConfigNode::Kind::kText;
  value.text = path;
  value.place = place;
  set("workload.stimulus", place, std::move(value));
}

void ScenarioLayers::add_seed(const std::string& seed) {
  add_value(errors_.add_source("--seed " + seed, {}, false), "workload.seed", seed);
}

void ScenarioLayers::add_value(std::uint32_t source, const std::string& key,
                               const std::string& text) {
  const Place place{source, 1, 1};
  std::optional<ConfigNode> value = read_toml_value(text, source);
  if (!value) {
    value.emplace();
    value->kind = ConfigNode::Kind::kText;
    value->text = text;
    value->place = place;
  }
  set(key, place, std::move(*value));
}

void ScenarioLayers::set(const std::string& key, Place place, ConfigNode value) {
  if (!set_keys_.insert(key).second) {
    errors_.report(place, key + " is set twice");
    return;
  }
  const std::optional<std::vector<std::string_view>> parts = key_parts(key);
  if (!parts) {
    errors_.report(place, "\"" + key + "\" is no key", "for example --set engine.slots=64");
    return;
  }
  const bool whole = parts->size() == 1 && parts->front() == list_name(parts->front());
  if (ConfigEntry* list = root_.find(list_name(parts->front()));
      !whole && list != nullptr && list->value.kind == ConfigNode::Kind::kArray) {
    set_in_list(*list, *parts, place, std::move(value));
    return;
  }
  if (parts->front() != list_name(parts->front())) {
    errors_.report(place, fmt::format("there is no [[{}]]", list_name(parts->front())));
    return;
  }
  for (auto part = parts->rbegin(); part != parts->rend(); ++part) {
    ConfigNode table;
    table.place = place;
    table.entries.push_back({std::string(*part), place, std::move(value)});
    value = std::move(table);
  }
  add(std::move(value));
}

void ScenarioLayers::set_in_list(ConfigEntry& list, const std::vector<std::string_view>& parts,
                                 Place place, ConfigNode value) {
  const bool by_position = parts.front() != list.key;
  if (parts.size() != (by_position ? 2 : 3)) {
    errors_.report(
        place, "\"" + list.key + "\" is a list",
        fmt::format("name the entry and its key: {0}.NAME.KEY, or {0}[0].KEY", list.key));
    return;
  }
  ConfigNode* const entry = by_position
                                ? entry_at(list, parts.front().substr(list.key.size()), place)
                                : entry_named(list, std::string(parts[1]), place);
  if (entry == nullptr) return;
  ConfigNode layer;
  layer.entries.push_back({std::string(parts.back()), place, std::move(value)});
  ConfigNode whole;
  whole.entries.push_back({"entry", place, std::move(*entry)});
  ConfigNode over;
  over.entries.push_back({"entry", place, std::move(layer)});
  overlay(whole, std::move(over));
  *entry = std::move(whole.entries.front().value);
}

/// `position` is "[3]".
ConfigNode* ScenarioLayers::entry_at(ConfigEntry& list, std::string_view position, Place place) {
  std::vector<ConfigNode>& items = list.value.items;
  std::size_t at = items.size();
  if (position.size() > 2 && position.back() == ']') {
    std::from_chars(position.data() + 1, position.data() + position.size() - 1, at);
  }
  const bool number = position.find_first_not_of("0123456789", 1) == position.size() - 1;
  if (number && at < items.size() && items[at].kind == ConfigNode::Kind::kTable) {
    return &items[at];
  }
  errors_.report(place, fmt::format("there is no {}{}", list.key, position),
                 fmt::format("the list has {} entries, from [0] on", items.size()));
  return nullptr;
}

ConfigNode* ScenarioLayers::entry_named(ConfigEntry& list, const std::string& name, Place place) {
  std::vector<std::string> names;
  for (ConfigNode& item : list.value.items) {
    const ConfigEntry* const entry = item.find("name");
    if (entry == nullptr) continue;
    if (entry->value.text == name) return &item;
    names.push_back(entry->value.text);
  }
  errors_.report(place, fmt::format("there is no {} named \"{}\"", list.key, name),
                 did_you_mean(name, names, fmt::format("by position: {}[0]", list.key)));
  return nullptr;
}

const ConfigNode* ScenarioLayers::find(const std::string& key) const {
  const std::optional<std::vector<std::string_view>> parts = key_parts(key);
  if (!parts || parts->size() < 2) return nullptr;
  const ConfigEntry* entry = root_.find(list_name(parts->front()));
  if (entry == nullptr) return nullptr;
  const ConfigNode* table = &entry->value;
  if (table->kind == ConfigNode::Kind::kArray) {
    const std::vector<ConfigNode>& items = table->items;
    const bool by_position = parts->front() != entry->key;
    const auto found = std::find_if(items.begin(), items.end(), [&](const ConfigNode& item) {
      if (by_position)
        return fmt::format("{}[{}]", entry->key, &item - items.data()) == parts->front();
      const ConfigEntry* name = item.find("name");
      return name != nullptr && name->value.text == (*parts)[1];
    });
    if (found == items.end()) return nullptr;
    table = &*found;
  }
  entry = table->find(parts->back());
  return entry == nullptr ? nullptr : &entry->value;
}

Scenario ScenarioLayers::read() const { return ScenarioReader(errors_).read(root_); }

}  // namespace sgdma::workload
