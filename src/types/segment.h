/// A contiguous range of host memory, after target selection.
#pragma once

#include <cstdint>

namespace sgdma {

/// One SGE, or one physically contiguous run of a page-backed region. Never empty inside a transfer
/// request.
struct Segment {
  std::uint64_t address = 0;  ///< physical address of the first byte
  std::uint32_t bytes = 0;    ///< 1 to 2^31
};

}  // namespace sgdma
