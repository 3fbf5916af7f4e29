/// What the RTL copy engine is told to do.
#pragma once

#include <cstdint>

namespace sgdma::rtl {

/// One copy, in bytes: not none, and where the engine copies words, multiples of the bus word.
struct CopyDescriptor {
  std::uint64_t source = 0;
  std::uint64_t destination = 0;
  std::uint32_t length = 0;
};

}  // namespace sgdma::rtl
