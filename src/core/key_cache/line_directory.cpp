#include "core/key_cache/line_directory.h"

namespace sgdma::core {

std::uint32_t& LineDirectory::row_of(RegionHandle region) {
  if (raw(region) >= row_of_.size()) {
    row_of_.resize(std::size_t{raw(region)} + 1, kNone);
  }
  return row_of_[raw(region)];
}

void LineDirectory::set(PageListLine line, std::uint32_t place) {
  std::uint32_t& row = row_of(line.region);
  ensure(row != kGone, "a line of a region that is gone gets a place");
  if (row == kNone) {
    if (free_rows_.empty()) {
      free_rows_.push_back(static_cast<std::uint32_t>(rows_.size()));
      rows_.emplace_back();
    }
    row = free_rows_.back();
    free_rows_.pop_back();
  }
  Row& places = rows_[row];
  if (line.number >= places.size()) {
    places.resize(std::size_t{line.number} + 1, kNowhere);
  }
  places[line.number] = place;
}

void LineDirectory::clear(PageListLine line) {
  ensure(find(line) != kNowhere, "a line without a place loses it");
  rows_[row_of_[raw(line.region)]][line.number] = kNowhere;
}

}  // namespace sgdma::core
