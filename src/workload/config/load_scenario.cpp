#include "workload/config/load_scenario.h"

#include <new>
#include <utility>

#include "workload/config/default_work.h"
#include "workload/config/error_list.h"
#include "workload/config/presets.h"
#include "workload/config/scenario_layers.h"
#include "workload/out_of_memory.h"

namespace sgdma::workload {
namespace {

Scenario read(const ScenarioLayers& layers, const ErrorList& errors) {
  errors.throw_if_any();
  Scenario scenario = layers.read();
  errors.throw_if_any();
  return scenario;
}

}  // namespace

void add_layers(const LoadOptions& options, ScenarioLayers& layers) {
  for (const std::string& name : options.presets) layers.add_preset(name);
  if (!options.path && options.presets.empty()) layers.add_preset(std::string(kDefaultPreset));
  if (options.path)
    layers.add_file(*options.path);
  else if (options.default_work)
    layers.add_text("built-in scenario", default_work());
  for (const std::string& setting : options.settings) layers.add_setting(setting);
  if (options.stimulus) layers.add_stimulus(*options.stimulus);
  if (options.seed) layers.add_seed(*options.seed);
}

Scenario load_scenario(const LoadOptions& options) try {
  ErrorList errors;
  ScenarioLayers layers(errors);
  add_layers(options, layers);
  return read(layers, errors);
} catch (const std::bad_alloc&) {
  throw too_large_an_input(options.path.value_or("built-in scenario"));
}

Scenario parse_scenario(std::string text, std::string source) {
  ErrorList errors;
  ScenarioLayers layers(errors);
  layers.add_text(std::move(source), std::move(text));
  return read(layers, errors);
}

}  // namespace sgdma::workload
