/// What a reader of a waveform finds in its save file, and in which group.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "observe/wave/gtkwave_save.h"
#include "observe/wave/signal_index.h"

namespace sgdma::observe {

/// The scopes to show, of one platform with one engine.
struct ShownScopes {
  ScopeId platform{};
  std::vector<ScopeId> slots;        ///< that were busy
  std::vector<ScopeId> queue_pairs;  ///< of the arbiter
};

/// Overview, arbiter, slots in use, bus, payload, completions, faults, control: what is looked at
/// first is open. Of many slots or queue pairs the first ones are open, and the others stand
/// in a closed group behind them.
class SaveLayout {
 public:
  static constexpr std::size_t kOpenSlots = 4;
  static constexpr std::size_t kOpenQueuePairs = 4;
  /// More slots or queue pairs than these are left out: a viewer takes long with more.
  static constexpr std::size_t kMost = 256;

  /// `table` is complete and outlives the layout.
  SaveLayout(const SignalTable& table, GtkwaveSave& save);

  void add(const ShownScopes& shown);

 private:
  void add_overview(const ShownScopes& shown);
  void add_arbiter(const ShownScopes& shown);
  void add_slots(const ShownScopes& shown);
  void add_bus(ScopeId engine);
  void add_completions(const ShownScopes& shown, ScopeId engine);
  void add_scopes(ScopeId within, std::string_view group,
                  const std::vector<std::string_view>& paths, bool closed);
  /// `kMost` of them at most.
  void add_some_open(const std::vector<ScopeId>& scopes, std::size_t open, std::string_view others);
  void add_signals(ScopeId scope);
  /// Its signals, and a group for each scope inside it.
  void add_scope(ScopeId scope, std::string_view name, bool closed);
  std::string_view name_of(ScopeId scope) const;

  const SignalTable& table_;
  SignalIndex index_;
  GtkwaveSave& save_;
};

}  // namespace sgdma::observe
