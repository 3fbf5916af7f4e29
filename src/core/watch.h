/// The one place at which an observer is attached to an engine.
#pragma once

#include "core/observer.h"

namespace sgdma::core {

/// Shared by the parts of an engine. Without an observer an event costs one branch.
struct Watch {
  Observer* observer = nullptr;
};

}  // namespace sgdma::core
