/// Stimuli of traces/ that have a golden event log, in this process.
#pragma once

#include <string>
#include <vector>

namespace sgdma::test {

/// Their names.
std::vector<std::string> golden_names();

/// Runs one with both buses held to the base protocol. The test fails unless the run is verified
/// and its event log is the golden one. `settings` are those of `--set`.
void expect_golden_log(const std::string& name, const std::vector<std::string>& settings = {});

}  // namespace sgdma::test
