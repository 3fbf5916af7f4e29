#include "workload/config/load_scenario.h"

#include <algorithm>
#include <new>
#include <set>
#include <string_view>
#include <utility>

#include "workload/config/config_node.h"
#include "workload/config/default_work.h"
#include "workload/config/error_list.h"
#include "workload/config/nearest_name.h"
#include "workload/config/presets.h"
#include "workload/config/scenario_reader.h"
#include "workload/config/text_file.h"
#include "workload/config/toml_reader.h"
#include "workload/out_of_memory.h"

namespace sgdma::workload {
namespace {

constexpr std::uint64_t kMostFileBytes = 64ULL << 20U;
constexpr std::size_t kMostKeyParts = 4;

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// Puts the sources of a scenario over one another.
class Layers {
 public:
  void add_text(std::string name, std::string text) {
    const std::uint32_t source = errors_.add_source(std::move(name), std::move(text), true);
    if (std::optional<ConfigNode> layer = read_toml(source, errors_)) add(std::move(*layer));
  }

  void add_file(const std::string& path) {
    const std::uint32_t source =
        errors_.add_source(path, read_text_file(path, kMostFileBytes), true);
    std::optional<ConfigNode> layer = read_toml(source, errors_);
    if (!layer) return;
    if (layer->entries.empty()) {
      errors_.report({source, 0, 0}, "the scenario is empty",
                     "`sgdma config defaults` shows one with every key");
    }
    add(std::move(*layer));
  }

  void add_preset(const std::string& name) {
    std::vector<std::string> names;
    for (const Preset& preset : presets()) {
      if (preset.name == name) return add_text("preset " + name, std::string(preset.toml));
      names.emplace_back(preset.name);
    }
    const std::uint32_t source = errors_.add_source("--preset " + name, {}, false);
    errors_.report({source, 0, 0}, "there is no preset \"" + name + "\"",
                   did_you_mean(name, names, "`sgdma config presets` lists them"));
  }

  /// "key=value", as `--set` has it.
  void add_setting(const std::string& setting) {
    const std::uint32_t source = errors_.add_source("--set " + setting, {}, false);
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0) {
      errors_.report({source, 0, 0}, "is not key=value", "for example --set engine.slots=64");
      return;
    }
    add_value(source, trimmed(setting.substr(0, equals)), trimmed(setting.substr(equals + 1)));
  }

  void add_stimulus(const std::string& path) {
    const std::uint32_t source = errors_.add_source("--workload " + path, {}, false);
    ConfigNode value;
    value.kind = ConfigNode::Kind::kText;
    value.text = path;
    value.place = {source, 1, 1};
    put(source, "workload.stimulus", std::move(value));
  }

  void add_seed(const std::string& seed) {
    add_value(errors_.add_source("--seed " + seed, {}, false), "workload.seed", seed);
  }

  Scenario read() {
    errors_.throw_if_any();
    Scenario scenario = ScenarioReader(errors_).read(root_);
    errors_.throw_if_any();
    return scenario;
  }

 private:
  void add(ConfigNode layer) { overlay(root_, std::move(layer)); }

  void add_value(std::uint32_t source, const std::string& key, const std::string& text) {
    const Place place{source, 1, 1};
    std::optional<ConfigNode> value = read_toml_value(text, source);
    if (!value) {
      value.emplace();
      value->kind = ConfigNode::Kind::kText;
      value->text = text;
      value->place = place;
    }
    put(source, key, std::move(*value));
  }

  /// Over what is there, once for each key.
  void put(std::uint32_t source, const std::string& key, ConfigNode node) {
    const Place place{source, 1, 1};
    if (!set_keys_.insert(key).second) {
      errors_.report(place, key + " is set twice");
      return;
    }
    std::string_view rest = key;
    for (std::size_t parts = 1;; ++parts) {
      const std::size_t dot = rest.rfind('.');
      const std::string_view part = dot == std::string_view::npos ? rest : rest.substr(dot + 1);
      if (part.empty() || parts > kMostKeyParts) {
        errors_.report(place, "\"" + key + "\" is no key", "for example --set engine.slots=64");
        return;
      }
      ConfigNode table;
      table.place = place;
      table.entries.push_back({std::string(part), place, std::move(node)});
      node = std::move(table);
      if (dot == std::string_view::npos) break;
      rest = rest.substr(0, dot);
    }
    add(std::move(node));
  }

  ErrorList errors_;
  ConfigNode root_;
  std::set<std::string> set_keys_;
};

}  // namespace

Scenario load_scenario(const LoadOptions& options) try {
  Layers layers;
  for (const std::string& name : options.presets) layers.add_preset(name);
  if (!options.path && options.presets.empty()) layers.add_preset(std::string(kDefaultPreset));
  if (options.path)
    layers.add_file(*options.path);
  else if (options.default_work)
    layers.add_text("built-in scenario", default_work());
  for (const std::string& setting : options.settings) layers.add_setting(setting);
  if (options.stimulus) layers.add_stimulus(*options.stimulus);
  if (options.seed) layers.add_seed(*options.seed);
  return layers.read();
} catch (const std::bad_alloc&) {
  throw too_large_an_input(options.path.value_or("built-in scenario"));
}

Scenario parse_scenario(std::string text, std::string source) {
  Layers layers;
  layers.add_text(std::move(source), std::move(text));
  return layers.read();
}

}  // namespace sgdma::workload
