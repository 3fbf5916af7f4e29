#include "app/config_command.h"

#include <iostream>
#include <vector>

#include "app/exit_codes.h"
#include "workload/config/config_error.h"
#include "workload/config/key_listing.h"
#include "workload/config/load_scenario.h"
#include "workload/config/nearest_name.h"
#include "workload/config/presets.h"
#include "workload/config/scenario_page.h"
#include "workload/config/scenario_schema.h"
#include "workload/config/scenario_writer.h"

namespace sgdma::app {
namespace {

void explain(const workload::ListedKey& key) {
  std::cout << key.spec.full_name() << "\n  " << key.spec.summary
            << "\n  value: " << workload::range_text(key.spec) << '\n';
  if (!key.default_value.empty()) std::cout << "  default: " << key.default_value << '\n';
  if (key.spec.required) std::cout << "  required\n";
}

}  // namespace

int config_schema() {
  std::cout << workload::scenario_schema() << '\n';
  return kExitDone;
}

int config_defaults() {
  std::cout << workload::to_toml(workload::load_scenario({}));
  return kExitDone;
}

int config_presets(const std::optional<std::string>& name) {
  std::vector<std::string> names;
  for (const workload::Preset& preset : workload::presets()) {
    if (!name) std::cout << preset.name << "  " << preset.summary << '\n';
    if (name && preset.name == *name) {
      std::cout << preset.toml;
      return kExitDone;
    }
    names.emplace_back(preset.name);
  }
  if (!name) return kExitDone;
  throw workload::ConfigError(
      "config presets", "there is no preset \"" + *name + "\"",
      workload::did_you_mean(*name, names, "`sgdma config presets` lists them"));
}

/// `name` is a section, a key in full ("bus.width"), or a key alone ("width").
int config_explain(const std::string& name) {
  std::vector<std::string> names;
  bool found = false;
  for (const workload::ListedTable& table : workload::listed_tables()) {
    if (table.name == name) std::cout << table.name << "\n  " << table.summary << '\n';
    for (const workload::ListedKey& key : table.keys) {
      names.push_back(key.spec.full_name());
      if (name != table.name && name != key.spec.name && name != names.back()) continue;
      explain(key);
      found = true;
    }
  }
  if (found) return kExitDone;
  throw workload::ConfigError(
      "config explain", "unknown key: " + name,
      workload::did_you_mean(name, names, "`sgdma config docs` lists them all"));
}

int config_docs() {
  std::cout << workload::scenario_page();
  return kExitDone;
}

}  // namespace sgdma::app
