/// Timing diagrams as WaveDrom draws them.
#pragma once

#include <string>

#include "observe/diagram/diagram_grid.h"

namespace sgdma::observe {

/// WaveJSON, which is strict JSON here, with one lane a line and always in the same order. The true
/// edge numbers stand above the columns (`head.tock`); the column of a gap has "…" there.
std::string to_wavedrom(const DiagramGrid& grid);

}  // namespace sgdma::observe
