/// Where each line of the regions' page lists stands, if anywhere.
#pragma once

#include <cstdint>
#include <vector>

#include "core/ensure.h"
#include "core/key_cache/page_list_line.h"
#include "types/ids.h"

namespace sgdma::core {

/// A row of places for each region, as long as its highest line asked for: a place is found by
/// index, without a search. A row's storage is used again by a later region.
///
/// Invariant: a region that is gone stays gone, and none of its lines has a place. Cost: one step
/// for a line; removing a region, one step for each line of its row.
class LineDirectory {
 public:
  static constexpr std::uint32_t kNowhere = 0xFFFFFFFFU;

  /// The place that was set, or `kNowhere`.
  std::uint32_t find(PageListLine line) const {
    const std::uint32_t region = raw(line.region);
    if (region >= row_of_.size() || row_of_[region] >= kGone) {
      return kNowhere;
    }
    const Row& row = rows_[row_of_[region]];
    return line.number < row.size() ? row[line.number] : kNowhere;
  }
  /// Requires that the region is not gone, and a place other than `kNowhere`.
  void set(PageListLine line, std::uint32_t place);
  /// The line is nowhere. Requires that it has a place.
  void clear(PageListLine line);

  bool gone(RegionHandle region) const {
    return raw(region) < row_of_.size() && row_of_[raw(region)] == kGone;
  }
  /// The region is gone. `visit(place)` is called for each of its lines that has a place, in the
  /// order of the list. Requires that it is not gone yet.
  template <class Visit>
  void remove(RegionHandle region, Visit visit) {
    ensure(!gone(region), "a region is removed twice from the key cache");
    std::uint32_t& row = row_of(region);
    if (row != kNone) {
      for (const std::uint32_t place : rows_[row]) {
        if (place != kNowhere) {
          visit(place);
        }
      }
      rows_[row].clear();
      free_rows_.push_back(row);
    }
    row = kGone;
  }

 private:
  using Row = std::vector<std::uint32_t>;
  static constexpr std::uint32_t kGone = 0xFFFFFFFEU;  ///< in `row_of_`, as is `kNone`
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

  std::uint32_t& row_of(RegionHandle region);

  std::vector<std::uint32_t> row_of_;  ///< by region handle
  std::vector<Row> rows_;
  std::vector<std::uint32_t> free_rows_;
};

}  // namespace sgdma::core
