/// Built-in configurations, as TOML.
#pragma once

#include <string_view>
#include <vector>

namespace sgdma::workload {

struct Preset {
  std::string_view name;
  std::string_view summary;
  std::string_view toml;  ///< sections only
};

/// "rnic-400g", "rnic-200g".
const std::vector<Preset>& presets();

/// Which preset is taken if neither a preset nor a scenario is named.
inline constexpr std::string_view kDefaultPreset = "rnic-400g";

}  // namespace sgdma::workload
