/// Numbers as binary digits, eight at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace sgdma::observe {

/// Characters that `put_bits` may touch beyond those that it is asked for.
inline constexpr std::size_t kBitTextSlack = 7;

namespace detail {

constexpr std::array<std::array<char, 8>, 256> make_bit_text() {
  std::array<std::array<char, 8>, 256> text{};
  for (std::size_t byte = 0; byte < text.size(); ++byte) {
    for (std::size_t bit = 0; bit < 8; ++bit) {
      text[byte][bit] = ((byte << bit) & 0x80U) != 0 ? '1' : '0';
    }
  }
  return text;
}

inline constexpr std::array<std::array<char, 8>, 256> kBitText = make_bit_text();

}  // namespace detail

/// Writes the `bits` (1 to 64) lowest bits of `value`, highest first, and returns the place behind
/// them. There must be room for `kBitTextSlack` characters more.
inline char* put_bits(char* at, std::uint64_t value, std::uint32_t bits) {
  value <<= 64U - bits;
  for (char* place = at; place < at + bits; place += 8) {
    std::memcpy(place, detail::kBitText[value >> 56U].data(), 8);
    value <<= 8U;
  }
  return at + bits;
}

/// Of the digits without leading zeros; 1 for zero.
inline std::uint32_t significant_bits(std::uint64_t value) {
  return 64U - static_cast<std::uint32_t>(__builtin_clzll(value | 1U));
}

}  // namespace sgdma::observe
