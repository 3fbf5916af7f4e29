/// What a person reads at the end of a run.
#pragma once

#include <string>

#include "workload/run_result.h"

namespace sgdma::app {

/// A few lines: bytes and rate of each direction, latency, completions, the verdict, and one
/// sentence on what limits the run. Ends with a line feed.
std::string summarize(const workload::RunResult& result);

}  // namespace sgdma::app
