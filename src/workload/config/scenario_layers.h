/// The sources of a scenario, put over one another.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "workload/config/config_node.h"
#include "workload/config/error_list.h"
#include "workload/scenario.h"

namespace sgdma::workload {

/// A file or a preset as a layer that can be put over others again and again. Empty after an error,
/// which has gone to the error list; a file that cannot be read is thrown as a ConfigError.
std::optional<ConfigNode> read_file_layer(const std::string& path, ErrorList& errors);
std::optional<ConfigNode> read_preset_layer(const std::string& name, ErrorList& errors);

/// What is added later goes over what was added before, key by key. What is wrong goes to the error
/// list. A copy can go its own way from where it is.
class ScenarioLayers {
 public:
  explicit ScenarioLayers(ErrorList& errors) : errors_(errors) {}

  void add(ConfigNode layer) { overlay(root_, std::move(layer)); }
  void add_text(std::string name, std::string text);
  void add_file(const std::string& path);
  void add_preset(const std::string& name);
  /// "key=value", as `--set` has it: the value is TOML, or else a text.
  void add_setting(const std::string& setting);
  void add_stimulus(const std::string& path);
  void add_seed(const std::string& seed);
  /// `key` is "section.key", or of an entry of a list that is there "list.NAME.key" or
  /// "list[0].key"; set once. `place` is that of the key.
  void set(const std::string& key, Place place, ConfigNode value);

  /// What stands at a key that `set` could set; nullptr where nothing does.
  const ConfigNode* find(const std::string& key) const;

  /// Valid if no error was reported.
  Scenario read() const;

 private:
  void add_value(std::uint32_t source, const std::string& key, const std::string& text);

  void set_in_list(ConfigEntry& list, const std::vector<std::string_view>& parts, Place place,
                   ConfigNode value);
  ConfigNode* entry_at(ConfigEntry& list, std::string_view position, Place place);
  ConfigNode* entry_named(ConfigEntry& list, const std::string& name, Place place);

  ErrorList& errors_;
  ConfigNode root_;
  std::set<std::string> set_keys_;
};

}  // namespace sgdma::workload
