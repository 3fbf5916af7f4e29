/// Model and RTL in one waveform, each of a thing beside the other.
#pragma once

#include <cstdint>
#include <string>

#include "cosim/difference.h"
#include "cosim/pair_history.h"

namespace sgdma::cosim {

/// Writes the edges of a history: for each slot and each channel of the bus the scopes `model` and
/// `rtl` with the same signals, and `differs`, which rises with the first difference. A GTKWave
/// save file beside it shows what differs first. `path` ends in .vcd or .fst and is not refused
/// (observe/wave/make_wave_file.h). Throws `std::system_error` where a file cannot be written.
void write_pair_wave(const std::string& path, const PairHistory& history,
                     const Difference& difference, std::uint64_t period_ps);

}  // namespace sgdma::cosim
