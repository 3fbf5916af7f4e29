/// The one place at which observers are attached to an engine.
#pragma once

#include "types/observer.h"

namespace sgdma::core {

/// Shared by the parts of an engine. Without an observer an event costs one branch. What happens
/// once a transfer and what happens with every burst and beat are watched apart, so that statistics
/// of transfers cost nothing on the beat path.
struct Watch {
  Observer* observer = nullptr;  ///< posts, grants, faults, frees, completions
  Observer* beats = nullptr;     ///< bursts, beats, responses
};

}  // namespace sgdma::core
