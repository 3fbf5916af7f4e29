/// Bytes that say where they come from: what stands in memory that nobody wrote, and payloads.
#pragma once

#include <cstdint>
#include <cstring>

#include "types/completion_tag.h"

namespace sgdma {

/// A bijective mix of 64 bits (the finalizer of a 64-bit hash: two multiplications, three shifts).
constexpr std::uint64_t mix64(std::uint64_t x) {
  x ^= x >> 32U;
  x *= 0xD6E8FEB86659FD93ULL;
  x ^= x >> 32U;
  x *= 0xD6E8FEB86659FD93ULL;
  x ^= x >> 32U;
  return x;
}

/// Eight bytes of a pattern. One multiplication, since it is computed for every beat; different words
/// of one pattern are different.
constexpr std::uint64_t pattern_word(std::uint64_t seed, std::uint64_t number) {
  const std::uint64_t x = (seed + number) * 0xD6E8FEB86659FD93ULL;
  return x ^ (x >> 32U);
}

/// Byte `position` of the pattern `seed` is byte `position % 8` (lowest first) of word `position / 8`.
constexpr std::uint8_t pattern_byte(std::uint64_t seed, std::uint64_t position) {
  return static_cast<std::uint8_t>(pattern_word(seed, position / 8) >> (8U * (position % 8)));
}

/// Fills `out` with bytes `position` to `position + bytes - 1` of the pattern.
inline void fill_pattern(std::uint64_t seed, std::uint64_t position, std::uint8_t* out,
                         std::uint32_t bytes) {
  while (bytes > 0 && position % 8 != 0) {
    *out++ = pattern_byte(seed, position++);
    --bytes;
  }
  for (; bytes >= 8; bytes -= 8, out += 8, position += 8) {
    const std::uint64_t word = pattern_word(seed, position / 8);
    std::memcpy(out, &word, 8);
  }
  while (bytes > 0) {
    *out++ = pattern_byte(seed, position++);
    --bytes;
  }
}

/// Seed of memory that was never written; positions are physical addresses.
inline constexpr std::uint64_t kMemoryPattern = 0x6D656D6F72790000ULL;

/// Seed of the payload of a scatter; positions are offsets in the transfer.
constexpr std::uint64_t payload_pattern(const CompletionTag& tag) {
  const std::uint64_t who = (std::uint64_t{raw(tag.qp)} << 32U) ^ tag.number;
  const std::uint64_t which = (std::uint64_t{tag.part} << 32U) ^ (std::uint64_t{tag.epoch} << 8U) ^
                              static_cast<std::uint64_t>(tag.side);
  return mix64(mix64(who) + which);
}

}  // namespace sgdma
