/// Somebody who follows an engine edge by edge, events and signals.
#pragma once

#include "core/edge_observer.h"
#include "model/sgdma_engine.h"
#include "types/observer.h"

namespace sgdma::observe {

/// Every edge is stepped and told in full, in the order of the stages. What the engine holds may be
/// read at the end of each (`on_edge`).
class EngineWatcher : public Observer, public core::EdgeObserver {
 public:
  /// Before the first edge.
  virtual void begin(const model::SgdmaEngine& engine) = 0;
};

}  // namespace sgdma::observe
