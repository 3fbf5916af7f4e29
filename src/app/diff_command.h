/// `sgdma diff`.
#pragma once

#include <string>

namespace sgdma::app {

/// Prints the first event in which two logs differ, on standard output, and what its transfer did
/// around it on both sides. Returns the exit code: done where the logs are the same, else failed.
/// Throws ConfigError.
int diff(const std::string& a, const std::string& b);

}  // namespace sgdma::app
