/// Compares the bytes of a beat.
#pragma once

#include <cstdint>
#include <cstring>

#include "types/byte_pattern.h"

namespace sgdma {

/// Whether the `bytes` bytes at `a` and `b` are the same; without a call where a beat is a 512-bit
/// word, as most are.
inline bool same_bytes(const std::uint8_t* a, const std::uint8_t* b, std::uint32_t bytes) {
  constexpr std::uint32_t kUsual = 64;
  if (__builtin_expect(static_cast<long>(bytes == kUsual), 1L) == 0L) {
    return std::memcmp(a, b, bytes) == 0;
  }
  WordPair differs = {0, 0};
  for (std::uint32_t at = 0; at < kUsual; at += sizeof differs) {
    WordPair left;
    WordPair right;
    std::memcpy(&left, a + at, sizeof left);
    std::memcpy(&right, b + at, sizeof right);
    differs |= left ^ right;
  }
  return (differs[0] | differs[1]) == 0;
}

}  // namespace sgdma
