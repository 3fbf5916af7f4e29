/// The one place that knows which waveform formats there are, and which of them this build has.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "observe/wave/wave_file.h"

namespace sgdma::observe {

/// Why there can be no waveform of a given name.
struct WaveRefusal {
  std::string problem;  ///< "unknown waveform format \".txt\""
  std::string hint;     ///< what can be done about it
};

/// The extension decides: `.vcd` or `.fst`. Nothing is opened.
std::optional<WaveRefusal> refuse_wave_file(const std::string& path);

/// Whether a file of that name holds the words of its signals. Requires that it is not refused.
bool holds_words(const std::string& path);

/// Requires that the path is not refused. `table` outlives the file.
std::unique_ptr<WaveFile> make_wave_file(const std::string& path, const SignalTable& table,
                                         WaveScale scale, std::string comment);

}  // namespace sgdma::observe
