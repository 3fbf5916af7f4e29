/// Copies the bytes of a beat.
#pragma once

#include <cstdint>
#include <cstring>

namespace sgdma {

/// As `std::memcpy`, and without a call where a beat is a 512-bit word, as most are.
inline void copy_bytes(std::uint8_t* to, const std::uint8_t* from, std::uint32_t bytes) {
  constexpr std::uint32_t kUsual = 64;
  // In registers, which is said word by word: where the compiler takes what is around for seldom
  // run, it takes `rep movs` else, which costs more to start than the beat takes.
  if (__builtin_expect(static_cast<long>(bytes == kUsual), 1L) != 0L) {
    using Word __attribute__((vector_size(16))) = std::uint64_t;
    Word first;
    Word second;
    Word third;
    Word fourth;
    std::memcpy(&first, from, sizeof first);
    std::memcpy(&second, from + 16, sizeof second);
    std::memcpy(&third, from + 32, sizeof third);
    std::memcpy(&fourth, from + 48, sizeof fourth);
    std::memcpy(to, &first, sizeof first);
    std::memcpy(to + 16, &second, sizeof second);
    std::memcpy(to + 32, &third, sizeof third);
    std::memcpy(to + 48, &fourth, sizeof fourth);
  } else {
    std::memcpy(to, from, bytes);
  }
}

}  // namespace sgdma
