/// The values of a waveform's signals, edge by edge.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "observe/signals/signal_table.h"
#include "observe/signals/signal_value.h"

namespace sgdma::observe {

/// Position of a bundle on its board.
enum class BundleId : std::uint32_t {};

/// Signals are added first; then, at each edge, they are set, and the edge's changes are taken.
/// What an edge sets several times counts once, with its last value; a value that was there before
/// is no change. A new signal is not driven.
///
/// A bundle is a bit that says whether something is valid, followed by the signals that tell what.
/// One that is strobed lasts one edge: unless it is strobed again, it goes back with the next one.
class SignalBoard {
 public:
  ScopeId add_scope(std::optional<ScopeId> parent, std::string_view name) {
    return table_.add_scope(parent, name);
  }
  SignalId add(ScopeId scope, std::string_view name, std::uint32_t width,
               const WordTable* words = nullptr);
  /// One bit, 0 from the beginning.
  SignalId add_bit(ScopeId scope, std::string_view name);
  /// Of the bit `valid` and all signals that were added after it.
  BundleId add_bundle(SignalId valid);

  void set(SignalId signal, std::uint64_t bits) { put(signal, {bits, true}); }
  /// Not driven from this edge on.
  void release(SignalId signal) { put(signal, {0, false}); }
  /// Valid from this edge on. What is valid is set as well.
  void validate(BundleId bundle) { set(bundles_[static_cast<std::size_t>(bundle)].valid, 1); }
  /// Neither valid nor driven from this edge on.
  void release(BundleId bundle);
  /// Valid at this edge and released with the next. What is valid is set as well.
  void strobe(BundleId bundle);

  /// What the edge has changed. Valid until the board is touched again.
  const std::vector<SignalChange>& take_changes();

  const SignalTable& table() const { return table_; }
  /// By `SignalId`, as the last `take_changes` left them.
  std::vector<SignalValue> values() const;

 private:
  struct Cell {
    SignalValue next;
    SignalValue shown;
    bool touched = false;
  };
  struct Bundle {
    SignalId valid{};
    std::uint32_t end = 0;         ///< after the last signal
    std::uint64_t strobed_at = 0;  ///< number of the edge
  };

  static bool same(const SignalValue& a, const SignalValue& b) {
    return a.bits == b.bits && a.driven == b.driven;
  }
  void put(SignalId signal, SignalValue value) {
    Cell& cell = cells_[static_cast<std::size_t>(signal)];
    if (same(cell.next, value)) {
      return;
    }
    cell.next = value;
    if (!cell.touched) {
      cell.touched = true;
      touched_.push_back(signal);
    }
  }
  void end_strobes();

  SignalTable table_;
  std::vector<Cell> cells_;
  std::vector<SignalId> touched_;
  std::vector<Bundle> bundles_;
  std::vector<BundleId> strobed_;  ///< at this edge
  std::vector<BundleId> ending_;   ///< strobed at the edge before
  std::uint64_t edge_ = 1;
  std::vector<SignalChange> changes_;
};

}  // namespace sgdma::observe
