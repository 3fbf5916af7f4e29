/// Arguments to a command. The only place that knows CLI11.
#pragma once

#include "platform/bus_binding.h"

namespace sgdma::app {

/// Parses the arguments and carries the command out. Returns the exit code; never throws. Errors go
/// to standard error. `bind_bus` says what stands between engine and memory in a run; empty:
/// nothing.
int command_line(int argc, const char* const* argv, const platform::BusBinding& bind_bus = {});

}  // namespace sgdma::app
