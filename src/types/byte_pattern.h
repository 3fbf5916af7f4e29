/// Bytes that say where they come from: what stands in memory that nobody wrote, and payloads.
#pragma once

#include <cstdint>
#include <cstring>

#include "types/completion_tag.h"

namespace sgdma {

/// Step from one word of a pattern to the next, before the bits are folded.
inline constexpr std::uint64_t kPatternStep = 0xD6E8FEB86659FD93ULL;

constexpr std::uint64_t fold_pattern(std::uint64_t x) { return x ^ (x >> 32U); }

/// Eight bytes of a pattern. Cheap, since it is computed for every beat; different words of one
/// pattern are different.
constexpr std::uint64_t pattern_word(std::uint64_t seed, std::uint64_t number) {
  return fold_pattern((seed + number) * kPatternStep);
}

/// Byte `position` of the pattern `seed` is byte `position % 8` (lowest first) of word `position /
/// 8`.
constexpr std::uint8_t pattern_byte(std::uint64_t seed, std::uint64_t position) {
  return static_cast<std::uint8_t>(pattern_word(seed, position / 8) >> (8U * (position % 8)));
}

/// Two words side by side, for the compiler to put into one register.
using WordPair __attribute__((vector_size(16))) = std::uint64_t;

/// Fills `out` with bytes `position` to `position + bytes - 1` of the pattern.
inline void fill_pattern(std::uint64_t seed, std::uint64_t position, std::uint8_t* out,
                         std::uint32_t bytes) {
  while (bytes > 0 && position % 8 != 0) {
    *out++ = pattern_byte(seed, position++);
    --bytes;
  }
  std::uint64_t x = (seed + position / 8) * kPatternStep;
  constexpr std::uint32_t kPairBytes = 16;
  WordPair pair = {x, x + kPatternStep};
  for (; bytes >= kPairBytes; bytes -= kPairBytes, out += kPairBytes, position += kPairBytes) {
    const WordPair folded = pair ^ (pair >> 32U);
    std::memcpy(out, &folded, kPairBytes);
    pair += 2 * kPatternStep;
  }
  x = pair[0];
  for (; bytes >= 8; bytes -= 8, out += 8, position += 8) {
    const std::uint64_t word = fold_pattern(x);
    std::memcpy(out, &word, 8);
    x += kPatternStep;
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
  return fold_pattern(who * 0x9E3779B97F4A7C15ULL + (which + 1) * 0xC2B2AE3D27D4EB4FULL);
}

}  // namespace sgdma
