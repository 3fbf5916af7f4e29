/// A timing diagram as rows and columns.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "types/cycle.h"

namespace sgdma::observe {

/// One edge, some edges at which nothing happens, or edges that are left out.
struct GridColumn {
  enum class Kind : std::uint8_t { kEdge, kGap, kLeftOut };
  Kind kind = Kind::kEdge;
  Cycle edge = 0;  ///< of `kEdge`
};

/// What a cell's colour says.
enum class CellPaint : std::uint8_t { kPlain, kGather, kScatter, kError, kState };

/// In a column that is no edge a cell holds what stands before it.
struct GridCell {
  enum class Kind : std::uint8_t { kNone, kBegins, kHolds };
  Kind kind = Kind::kNone;
  std::string text;  ///< of `kBegins`
  CellPaint paint = CellPaint::kPlain;
};

/// A cell for each column.
struct GridLane {
  std::string name;
  std::vector<GridCell> cells;
};

/// The first and the last column are edges, and there are two columns at least.
struct DiagramGrid {
  std::string title;
  std::string caption;  ///< may be empty
  std::vector<GridColumn> columns;
  std::vector<GridLane> events;
  std::vector<GridLane> entry;  ///< fields of the in-flight entry; none: not one transfer
};

}  // namespace sgdma::observe
