#include "observe/wave/scope_walk.h"

#include "observe/wave/signal_index.h"

namespace sgdma::observe {

namespace {

void walk(const SignalTable& table, const SignalIndex& index, ScopeId scope,
          const ScopeVisitor& visitor) {
  visitor.enter(table.scopes()[static_cast<std::size_t>(scope)]);
  for (const SignalId signal : index.signals_in(scope)) {
    visitor.signal(signal, table.signal(signal));
  }
  for (const ScopeId inner : index.scopes_in(scope)) {
    walk(table, index, inner, visitor);
  }
  visitor.leave();
}

}  // namespace

void walk_scopes(const SignalTable& table, const ScopeVisitor& visitor) {
  const SignalIndex index(table);
  for (std::uint32_t at = 0; at < table.scopes().size(); ++at) {
    if (!table.scopes()[at].parent) {
      walk(table, index, ScopeId{at}, visitor);
    }
  }
}

}  // namespace sgdma::observe
