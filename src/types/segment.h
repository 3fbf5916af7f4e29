/// A contiguous range of host memory, after target selection.
#pragma once

#include <cstdint>

#include "types/ids.h"

namespace sgdma {

/// Of memory that is no region's: nobody can take it away, and its address needs no derivation.
inline constexpr RegionHandle kNoRegion{0xFFFFFFFFU};

/// One SGE, or one physically contiguous run of a page-backed region. Never empty inside a transfer
/// request.
struct Segment {
  std::uint64_t address = 0;  ///< physical address of the first byte
  std::uint32_t bytes = 0;    ///< 1 to 2^31
  RegionHandle region = kNoRegion;
  std::uint32_t page = 0;        ///< of the first byte, in the region's page list
  std::uint8_t page_shift = 12;  ///< pages are of 2^page_shift bytes: 12 to 30
};

}  // namespace sgdma
