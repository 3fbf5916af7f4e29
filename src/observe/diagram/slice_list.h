/// The columns of a timing diagram before their cells are filled.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "observe/diagram/column_window.h"
#include "observe/diagram/diagram_grid.h"

namespace sgdma::observe {

struct Slice {
  GridColumn column;
  const DiagramColumn* source = nullptr;  ///< lives in the window; none: nothing happens
  std::optional<EntryView> entry;         ///< as it stands from here on
};

/// Edges are added in order; what stands between them comes by itself: the edge behind each, and a
/// gap where more than two are missing.
class SliceList {
 public:
  void add(Cycle edge, const DiagramColumn& source, const std::optional<EntryView>& entry);
  /// Edges before the next one have been forgotten; `entry` is what they led to.
  void leave_out(const std::optional<EntryView>& entry);
  /// One edge more, at which nothing happens.
  void close();

  /// The first two thirds of `most` columns and the last ones. Requires `most` to be 8 or more.
  void keep_ends(std::size_t most);
  /// `most` columns with `edge` in their middle, if it can be there.
  void keep_around(Cycle edge, std::size_t most);

  const std::vector<Slice>& slices() const { return slices_; }
  bool all() const { return all_; }

 private:
  void add_between(Cycle next);
  void add_idle(Cycle edge) { slices_.push_back({{GridColumn::Kind::kEdge, edge}, {}, entry_}); }
  void add_empty(GridColumn::Kind kind) { slices_.push_back({{kind, 0}, nullptr, entry_}); }

  std::vector<Slice> slices_;
  std::optional<EntryView> entry_;
  bool all_ = true;
  bool left_out_ = false;  ///< before the next edge
};

}  // namespace sgdma::observe
