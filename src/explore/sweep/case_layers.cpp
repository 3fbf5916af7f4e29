#include "explore/sweep/case_layers.h"

#include <optional>
#include <utility>

#include "workload/config/scenario_layers.h"

namespace sgdma::explore {

void CaseLayers::add_preset(const std::string& name, workload::ErrorList& errors) {
  if (presets_.count(name) != 0) return;
  auto layer = workload::read_preset_layer(name, errors);
  if (layer) presets_.emplace(name, std::move(*layer));
}

void CaseLayers::add_file(const std::string& path, workload::ErrorList& errors) {
  if (files_.count(path) != 0) return;
  auto layer = workload::read_file_layer(path, errors);
  if (layer) files_.emplace(path, std::move(*layer));
}

}  // namespace sgdma::explore
