/// What the key cache holds and fetches: a line of a region's page list.
#pragma once

#include <cstdint>

#include "types/ids.h"

namespace sgdma::core {

/// Line `number` holds the addresses of pages `number * pages_per_line` and following of the
/// region's list.
struct PageListLine {
  RegionHandle region{};
  std::uint32_t number = 0;

  friend bool operator==(const PageListLine& a, const PageListLine& b) {
    return a.region == b.region && a.number == b.number;
  }
};

/// The line that holds the address of page `page` (counted from 0) of the region's list. Requires
/// that its number is below 2^32.
constexpr PageListLine line_of_page(RegionHandle region, std::uint64_t page,
                                    std::uint32_t pages_per_line) {
  return {region, static_cast<std::uint32_t>(page / pages_per_line)};
}

}  // namespace sgdma::core
