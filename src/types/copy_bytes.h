/// Copies the bytes of a beat.
#pragma once

#include <cstdint>
#include <cstring>

namespace sgdma {

/// As `std::memcpy`, and without a call where a beat is a 512-bit word, as most are.
inline void copy_bytes(std::uint8_t* to, const std::uint8_t* from, std::uint32_t bytes) {
  constexpr std::uint32_t kUsual = 64;
  // Told that this is the usual way, the compiler moves registers; else it may take `rep movs`,
  // which costs more to start than the beat takes.
  if (__builtin_expect(static_cast<long>(bytes == kUsual), 1L) != 0L) {
    std::memcpy(to, from, kUsual);
  } else {
    std::memcpy(to, from, bytes);
  }
}

}  // namespace sgdma
