#include "observe/wave/scope_walk.h"

namespace sgdma::observe {

namespace {

struct Contents {
  std::vector<std::size_t> scopes;
  std::vector<std::size_t> signals;
};

void walk(const SignalTable& table, const std::vector<Contents>& contents, std::size_t at,
          const ScopeVisitor& visitor) {
  visitor.enter(table.scopes()[at]);
  for (const std::size_t signal : contents[at].signals) {
    visitor.signal(SignalId{static_cast<std::uint32_t>(signal)}, table.signals()[signal]);
  }
  for (const std::size_t scope : contents[at].scopes) {
    walk(table, contents, scope, visitor);
  }
  visitor.leave();
}

}  // namespace

void walk_scopes(const SignalTable& table, const ScopeVisitor& visitor) {
  std::vector<Contents> contents(table.scopes().size());
  std::vector<std::size_t> top;
  for (std::size_t at = 0; at < contents.size(); ++at) {
    const std::optional<ScopeId> parent = table.scopes()[at].parent;
    (parent ? contents[static_cast<std::size_t>(*parent)].scopes : top).push_back(at);
  }
  for (std::size_t at = 0; at < table.size(); ++at) {
    contents[static_cast<std::size_t>(table.signals()[at].scope)].signals.push_back(at);
  }
  for (const std::size_t scope : top) {
    walk(table, contents, scope, visitor);
  }
}

}  // namespace sgdma::observe
