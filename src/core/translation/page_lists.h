/// Where the page lists of registrations stand in host memory.
#pragma once

#include <cstdint>

#include "types/ids.h"

namespace sgdma::core {

/// Asked where lines are read over the bus.
class PageLists {
 public:
  PageLists() = default;
  PageLists(const PageLists&) = delete;
  PageLists& operator=(const PageLists&) = delete;
  virtual ~PageLists() = default;

  /// Address of the first entry, a multiple of a line's length. An entry has 8 bytes.
  virtual std::uint64_t page_list_of(RegionHandle region) const = 0;
};

}  // namespace sgdma::core
