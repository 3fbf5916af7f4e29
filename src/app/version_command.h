/// `sgdma version`.
#pragma once

namespace sgdma::app {

/// Prints the version and the revision to standard output. Returns the exit code.
int version();

}  // namespace sgdma::app
