/// Finds signals and scopes by what they are in.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "observe/signals/signal_table.h"

namespace sgdma::observe {

/// Of a table that is complete and outlives the index. Everything comes in the order of the table.
class SignalIndex {
 public:
  explicit SignalIndex(const SignalTable& table);

  const std::vector<SignalId>& signals_in(ScopeId scope) const { return at(scope).signals; }
  const std::vector<ScopeId>& scopes_in(ScopeId scope) const { return at(scope).scopes; }
  /// `path` is from the scope, joined by dots: "tag.qp".
  std::optional<SignalId> signal(ScopeId scope, std::string_view path) const;
  std::optional<ScopeId> scope(ScopeId within, std::string_view path) const;

 private:
  struct Contents {
    std::vector<SignalId> signals;
    std::vector<ScopeId> scopes;
  };

  const Contents& at(ScopeId scope) const { return contents_[static_cast<std::size_t>(scope)]; }

  const SignalTable& table_;
  std::vector<Contents> contents_;  ///< by scope
};

}  // namespace sgdma::observe
