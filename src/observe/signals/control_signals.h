/// Control events as signals.
#pragma once

#include "observe/signals/signal_board.h"
#include "types/observer.h"

namespace sgdma::observe {

/// What was asked of the engine, and what it has answered, each at its edge.
class ControlSignals {
 public:
  ControlSignals(SignalBoard& board, ScopeId engine);

  void on_control(const ControlEvent& event) const;

 private:
  struct Event {
    SignalId kind{};
    SignalId qp{};
    SignalId region{};
    BundleId bundle{};
  };

  Event add(ScopeId control, const char* name) const;

  SignalBoard& board_;
  Event asked_;
  Event answered_;
};

}  // namespace sgdma::observe
