/// A WaveDrom picture, read back.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "types/cycle.h"

namespace sgdma::test {

/// Values by edge.
using WaveCells = std::map<Cycle, std::string>;

struct WavePicture {
  std::string title;
  std::string caption;
  std::vector<std::string> columns;         ///< what stands above them: edges, and "…"
  std::vector<std::string> lane_order;      ///< those of groups too
  std::map<std::string, WaveCells> begins;  ///< by lane: values where they begin
  std::map<std::string, WaveCells> holds;   ///< by lane: values at all edges that have one
};

/// Strict JSON, of which it takes what `sgdma` writes. Throws `std::runtime_error` where the text
/// is anything else, or a wave is not as long as there are columns.
WavePicture read_wavedrom(std::string_view json);

}  // namespace sgdma::test
