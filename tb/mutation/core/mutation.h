/// Stands before src/core/mutation.h where core and platform are compiled with faults in them.
#pragma once

#include "core/fault.h"

namespace sgdma::core {

/// Whether this is the fault that the program was started with.
bool mutated(Fault fault);

}  // namespace sgdma::core
