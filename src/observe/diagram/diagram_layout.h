/// Lays a timing diagram out.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "observe/diagram/column_window.h"
#include "observe/diagram/diagram_grid.h"
#include "observe/diagram/diagram_lane.h"

namespace sgdma::observe {

/// What stands in the cells of events.
enum class CellText : std::uint8_t {
  kNumber,  ///< slot or queue pair, as in docs/timing.md
  kDetail   ///< bytes or a status, where there is one
};

struct LayoutOptions {
  std::string title;
  CellText text = CellText::kNumber;
  /// None: every lane in which there is an event, by direction where it has both.
  std::vector<Lane> lanes;
  std::size_t max_columns = 32;  ///< 8 or more
  std::string left_out_hint;     ///< goes behind the caption that says which edges are shown
};

/// An edge at which something happens in a lane or to the entry has a column, and so has the edge
/// behind it; a stretch in which nothing happens is one column without an edge. Where there are
/// more columns than `max_columns`, it shows those around the window's edge, or else the first ones
/// and the last ones, and says so in the caption. Requires that something happened.
DiagramGrid lay_out(const ColumnWindow& window, const LayoutOptions& options);

}  // namespace sgdma::observe
