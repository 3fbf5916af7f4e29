/// Arguments to a command. The only place that knows CLI11.
#pragma once

namespace sgdma::app {

/// Parses the arguments and carries the command out. Returns the exit code; never throws. Errors go
/// to standard error.
int command_line(int argc, const char* const* argv);

}  // namespace sgdma::app
