#include "observe/signals/signal_table.h"

#include "observe/signals/signal_name.h"

namespace sgdma::observe {

std::string SignalTable::unique_name(std::optional<ScopeId> scope, std::string_view wanted) {
  const std::string within = scope ? std::to_string(static_cast<std::uint32_t>(*scope)) : "";
  const std::string safe = signal_name(wanted);
  std::string name = safe;
  const auto full = [&] { return std::string(within).append(".").append(name); };
  for (std::uint32_t again = 2; !taken_.insert(full()).second; ++again) {
    name = safe;
    name.append("_").append(std::to_string(again));
  }
  return name;
}

ScopeId SignalTable::add_scope(std::optional<ScopeId> parent, std::string_view name) {
  scopes_.push_back({parent, unique_name(parent, name)});
  return ScopeId{static_cast<std::uint32_t>(scopes_.size() - 1)};
}

SignalId SignalTable::add(ScopeId scope, std::string_view name, std::uint32_t width,
                          const WordTable* words) {
  signals_.push_back({scope, unique_name(scope, name), width, words});
  return SignalId{static_cast<std::uint32_t>(signals_.size() - 1)};
}

std::string SignalTable::path_of(ScopeId scope) const {
  const Scope& here = scopes_[static_cast<std::size_t>(scope)];
  return here.parent ? path_of(*here.parent) + "." + here.name : here.name;
}

std::string SignalTable::path_of(SignalId id) const {
  return path_of(signal(id).scope) + "." + signal(id).name;
}

}  // namespace sgdma::observe
