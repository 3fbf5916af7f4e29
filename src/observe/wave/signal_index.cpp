#include "observe/wave/signal_index.h"

namespace sgdma::observe {

SignalIndex::SignalIndex(const SignalTable& table)
    : table_(table), contents_(table.scopes().size()) {
  for (std::uint32_t at = 0; at < table.scopes().size(); ++at) {
    if (const std::optional<ScopeId> parent = table.scopes()[at].parent) {
      contents_[static_cast<std::size_t>(*parent)].scopes.push_back(ScopeId{at});
    }
  }
  for (std::uint32_t at = 0; at < table.size(); ++at) {
    const ScopeId scope = table.signals()[at].scope;
    contents_[static_cast<std::size_t>(scope)].signals.push_back(SignalId{at});
  }
}

std::optional<ScopeId> SignalIndex::scope(ScopeId within, std::string_view path) const {
  const std::size_t dot = path.find('.');
  const std::string_view name = path.substr(0, dot);
  for (const ScopeId scope : scopes_in(within)) {
    if (table_.scopes()[static_cast<std::size_t>(scope)].name == name) {
      return dot == std::string_view::npos ? scope : this->scope(scope, path.substr(dot + 1));
    }
  }
  return std::nullopt;
}

std::optional<SignalId> SignalIndex::signal(ScopeId scope, std::string_view path) const {
  const std::size_t dot = path.rfind('.');
  if (dot != std::string_view::npos) {
    const std::optional<ScopeId> inner = this->scope(scope, path.substr(0, dot));
    return inner ? signal(*inner, path.substr(dot + 1)) : std::nullopt;
  }
  for (const SignalId signal : signals_in(scope)) {
    if (table_.signal(signal).name == path) {
      return signal;
    }
  }
  return std::nullopt;
}

}  // namespace sgdma::observe
