/// The values of a waveform, cycle by cycle.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "support/vcd_reader.h"

namespace sgdma::test {

/// Steps through a dump whose comment names the clock period. What changes besides the clock
/// changes at the clock's rising edges; anything else throws.
class WaveReplay {
 public:
  explicit WaveReplay(const VcdDump& dump);

  /// Calls `cycle(n)` for each cycle of the dump, with the values that hold in it.
  void run(const std::function<void(std::uint64_t)>& cycle);

  /// The number that a signal shows; nothing where it is not driven. Throws for an unknown signal.
  std::optional<std::uint64_t> value(const std::string& path) const;
  /// The same for a signal that must be driven.
  std::uint64_t number(const std::string& path) const;
  /// Whether the value is another than in the cycle before.
  bool changed(const std::string& path) const { return changed(index(path)); }
  /// The same by the signal's position in the dump.
  bool changed(std::size_t signal) const { return changed_at_[signal] == now_; }
  bool has(const std::string& path) const { return by_path_.count(path) != 0; }
  /// Position in the dump. Throws for an unknown signal.
  std::size_t index(const std::string& path) const;

 private:
  const VcdDump& dump_;
  std::uint64_t period_;  ///< in units of the dump
  std::unordered_map<std::string, std::size_t> by_path_;
  std::vector<std::string> values_;
  std::vector<std::uint64_t> changed_at_;  ///< time of the last change
  std::uint64_t now_ = 0;
};

}  // namespace sgdma::test
