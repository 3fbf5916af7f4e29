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

/// Engines ("rnic-400g", "rnic-200g"), and memories to lay over or under them ("pcie-gen4-x16",
/// "pcie-gen5-x16", "axi-ddr").
const std::vector<Preset>& presets();

/// Which preset is taken if neither a preset nor a scenario is named.
inline constexpr std::string_view kDefaultPreset = "rnic-400g";

}  // namespace sgdma::workload
