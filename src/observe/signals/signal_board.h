/// The values of a waveform's signals, edge by edge.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "observe/wave/signal_table.h"
#include "observe/wave/wave_file.h"

namespace sgdma::observe {

/// Signals are added first; then, at each edge, they are set, and the edge's changes are taken.
/// What an edge sets several times counts once, with its last value; a value that was there before
/// is no change. A new signal is not driven.
///
/// A strobe lasts one edge: unless it is set again, it goes back with the next one.
class SignalBoard {
 public:
  ScopeId add_scope(std::optional<ScopeId> parent, std::string_view name) {
    return table_.add_scope(parent, name);
  }
  SignalId add(ScopeId scope, std::string_view name, std::uint32_t width,
               const WordTable* words = nullptr);
  /// One bit, 0 from the beginning.
  SignalId add_bit(ScopeId scope, std::string_view name);

  void set(SignalId signal, std::uint64_t bits) { put(signal, {bits, true}); }
  /// Not driven from this edge on.
  void release(SignalId signal) { put(signal, {0, false}); }
  /// Set at this edge and released with the next.
  void strobe(SignalId signal, std::uint64_t bits) {
    set(signal, bits);
    note_strobe(signal, false);
  }
  /// 1 at this edge and 0 with the next.
  void strobe_bit(SignalId signal) {
    set(signal, 1);
    note_strobe(signal, true);
  }

  /// What the edge has changed. Valid until the board is touched again.
  const std::vector<SignalChange>& take_changes();

  const SignalTable& table() const { return table_; }
  /// By `SignalId`. As the last `take_changes` left them.
  const std::vector<SignalValue>& values() const { return shown_; }

 private:
  struct Strobe {
    SignalId signal{};
    bool to_zero = false;
  };

  void put(SignalId signal, SignalValue value);
  void note_strobe(SignalId signal, bool to_zero);
  void end_strobes();

  SignalTable table_;
  std::vector<SignalValue> next_;
  std::vector<SignalValue> shown_;
  std::vector<std::uint8_t> touched_;
  std::vector<SignalId> touched_list_;
  std::vector<std::uint64_t> strobed_at_;  ///< number of the edge, by signal
  std::vector<Strobe> strobes_;            ///< of this edge
  std::vector<Strobe> ending_;             ///< of the edge before
  std::uint64_t edge_ = 1;
  std::vector<SignalChange> changes_;
};

}  // namespace sgdma::observe
