/// The result of a run as JSON.
#pragma once

#include <string>

#include "workload/run_result.h"

namespace sgdma::workload {

/// One JSON object on one line, without a line feed. The fields are described in docs/results.md.
std::string to_json(const RunResult& result);

}  // namespace sgdma::workload
