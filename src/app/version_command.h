/// `sgdma version`.
#pragma once

#include <string>

namespace sgdma::app {

/// "sgdma" with the version and the revision.
std::string version_text();

/// Prints the version and the revision to standard output. Returns the exit code.
int version();

}  // namespace sgdma::app
