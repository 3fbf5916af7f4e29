/// The files that stand beside a waveform for its viewer.
#pragma once

#include <string>

#include "observe/wave/gtkwave_save.h"

namespace sgdma::observe {

/// "a/x.gtkw" of "a/x.vcd".
std::string save_file_beside(const std::string& wave_file);

/// "x.words" of "a/x.vcd": the folder of its translation files, seen from the save file.
std::string words_folder_of(const std::string& wave_file);

/// Whether there is a save file that a viewer has written: somebody has arranged it.
bool is_arranged(const std::string& save_file);

/// Writes the translation files that the save file names, and then it, each by way of a temporary
/// file, so that nothing half-written stays. Throws `std::system_error`.
void write_save_file(const std::string& wave_file, const GtkwaveSave& save, const SaveFrame& frame);

}  // namespace sgdma::observe
