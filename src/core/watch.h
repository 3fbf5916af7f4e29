/// The one place at which observers are attached to an engine.
#pragma once

#include "core/edge_observer.h"
#include "types/observer.h"

namespace sgdma::core {

/// Shared by the parts of an engine. Without an observer an event costs one branch. What happens
/// once a transfer, what happens with every burst and beat, and what is so at every edge are
/// watched apart, so that statistics of transfers cost nothing on the beat path.
struct Watch {
  Observer* observer = nullptr;  ///< posts, grants, faults, frees, completions
  Observer* beats = nullptr;     ///< bursts, beats, responses
  EdgeObserver* edges = nullptr;

  /// Whether whoever watches beats is told of them in rows. Edges are watched one by one.
  bool takes_rows() const { return edges == nullptr && (beats == nullptr || beats->takes_rows()); }
};

}  // namespace sgdma::core
