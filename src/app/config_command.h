/// `sgdma config`.
#pragma once

#include <optional>
#include <string>

namespace sgdma::app {

// Each prints to standard output and returns the exit code.

/// JSON Schema of scenarios.
int config_schema();
/// The scenario that runs when none is named, with every key.
int config_defaults();
/// Names and summaries of the presets, or the TOML of one. Throws workload::ConfigError if there is
/// none of that name.
int config_presets(const std::optional<std::string>& name);
/// What a key, or the keys of a section, mean. Throws workload::ConfigError with the nearest key if
/// there is none of that name.
int config_explain(const std::string& name);
/// The page docs/scenario.md.
int config_docs();

}  // namespace sgdma::app
