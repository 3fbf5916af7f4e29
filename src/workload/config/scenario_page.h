/// The documentation of scenarios, from the key tables.
#pragma once

#include <string>

namespace sgdma::workload {

/// docs/scenario.md. `sgdma config docs` prints it, and a test holds the file against it.
std::string scenario_page();

}  // namespace sgdma::workload
