/// Signals and their changes, drawn from a seed, for tests of waveform files.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "observe/signals/signal_table.h"
#include "observe/wave/wave_file.h"
#include "support/vcd_reader.h"

namespace sgdma::wave_test {

struct WaveMoment {
  observe::WaveTime time = 0;
  std::vector<observe::SignalChange> changes;
};

/// Values by path; each time and value at which the signal changed, its first value first.
using WaveHistory = std::map<std::string, test::VcdValues>;

/// Widths from 1 to 64, nested scopes, words, values with bits above the width, values that are not
/// driven, changes that repeat the value.
class WaveStream {
 public:
  WaveStream(std::uint64_t seed, std::size_t signals, std::size_t moments);

  const observe::SignalTable& table() const { return table_; }
  /// From `begin` to `close`.
  void play(observe::WaveFile& file) const;
  /// What the file then holds, repeats left out.
  WaveHistory history() const;
  observe::WaveTime end() const { return end_; }

 private:
  observe::WordTable states_{"states", {"idle", "read ahead", "done", "\"x\""}};
  observe::SignalTable table_;
  observe::WaveTime begin_ = 0;
  observe::WaveTime end_ = 0;
  std::vector<observe::SignalValue> initial_;
  std::vector<WaveMoment> moments_;
};

/// The histories of a file that was read, repeats left out.
WaveHistory history_of(const test::VcdDump& dump);

}  // namespace sgdma::wave_test
