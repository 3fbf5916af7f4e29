/// A JSON Schema of scenarios, from the key tables: editors check and complete TOML with it.
#pragma once

#include <string>

namespace sgdma::workload {

/// One JSON object (JSON Schema, draft 2020-12).
std::string scenario_schema();

}  // namespace sgdma::workload
