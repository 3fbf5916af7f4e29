/// Waveforms and event logs in words that can be compared.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "support/vcd_reader.h"

namespace sgdma::test {

/// What a waveform tells, replayed cycle by cycle.
struct WaveLog {
  std::vector<std::string> facts;                     ///< `CYCLE KIND fields`, sorted
  std::map<std::string, std::uint64_t> cause_cycles;  ///< by direction and cause: `gather moved`
  std::uint64_t most_slots = 0;                       ///< in use
  /// Cycles at which the count of outstanding bursts is not that of bursts begun and not answered,
  /// as the waveform itself shows them.
  std::uint64_t wrong_reads_outstanding = 0;
  std::uint64_t wrong_writes_outstanding = 0;
  std::uint64_t cycles = 0;
};

WaveLog log_of_wave(const VcdDump& dump);

/// The same facts from an event log with beats, of a run with responses in order.
std::vector<std::string> facts_of_log(const std::string& path);

}  // namespace sgdma::test
