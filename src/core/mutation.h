/// Whether the engine has a deliberate fault: never. Tests put a header of this name in front of it
/// that asks which one they want.
#pragma once

#include "core/fault.h"

namespace sgdma::core {

/// Only sources ask, no headers: the rest of a program that has faults is the product's.
constexpr bool mutated(Fault /*fault*/) { return false; }

}  // namespace sgdma::core
