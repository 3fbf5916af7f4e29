/// The signals of a waveform: scopes, names, widths, and words for values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace sgdma::observe {

/// Position of a signal in its table.
enum class SignalId : std::uint32_t {};
/// Position of a scope in its table.
enum class ScopeId : std::uint32_t {};

/// What a viewer shows instead of numbers: the word of value i is `words[i]`.
struct WordTable {
  std::string name;  ///< a letter, then letters, digits and `_`; one table, one name
  std::vector<std::string> words;
};

struct Scope {
  std::optional<ScopeId> parent;  ///< none: at the top
  std::string name;
};

struct Signal {
  ScopeId scope{};
  std::string name;
  std::uint32_t width = 1;           ///< bits, 1 to 64
  const WordTable* words = nullptr;  ///< outlives the table; nullptr: a number
};

/// Names are made safe (signal_name.h) and are unique in their scope, scopes and signals together.
/// Every parent stands before its children.
class SignalTable {
 public:
  ScopeId add_scope(std::optional<ScopeId> parent, std::string_view name);
  SignalId add(ScopeId scope, std::string_view name, std::uint32_t width,
               const WordTable* words = nullptr);

  const std::vector<Scope>& scopes() const { return scopes_; }
  const std::vector<Signal>& signals() const { return signals_; }
  const Signal& signal(SignalId id) const { return signals_[static_cast<std::size_t>(id)]; }
  std::size_t size() const { return signals_.size(); }
  /// Names from the top, joined by dots.
  std::string path_of(ScopeId scope) const;
  std::string path_of(SignalId signal) const;

 private:
  std::string unique_name(std::optional<ScopeId> scope, std::string_view wanted);

  std::vector<Scope> scopes_;
  std::vector<Signal> signals_;
  std::unordered_set<std::string> taken_;  ///< scope and name
};

}  // namespace sgdma::observe
