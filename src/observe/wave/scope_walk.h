/// The order in which a waveform file declares its signals.
#pragma once

#include <functional>

#include "observe/signals/signal_table.h"

namespace sgdma::observe {

struct ScopeVisitor {
  std::function<void(const Scope&)> enter;
  std::function<void(SignalId, const Signal&)> signal;
  std::function<void()> leave;
};

/// Every scope once, its own signals before the scopes inside it, each in the order of the table.
void walk_scopes(const SignalTable& table, const ScopeVisitor& visitor);

}  // namespace sgdma::observe
