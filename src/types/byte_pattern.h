/// Bytes that say where they come from: what stands in memory that nobody wrote, and payloads.
#pragma once

#include <array>
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

/// Bytes of a line: a 512-bit beat.
inline constexpr std::uint32_t kPatternLine = 64;

/// Two words side by side, for the compiler to put into one register.
using WordPair __attribute__((vector_size(16))) = std::uint64_t;

/// Two words of a pattern, of which `x` are the ones before the bits are folded.
inline WordPair fold_pattern(WordPair x) { return x ^ (x >> 32U); }

/// Fills `out` with the eight words of a pattern from word `number` on.
inline void fill_pattern_line(std::uint64_t seed, std::uint64_t number, std::uint8_t* out) {
  const std::uint64_t x = (seed + number) * kPatternStep;
  const WordPair pair = {x, x + kPatternStep};
  const std::array<WordPair, 4> line = {fold_pattern(pair), fold_pattern(pair + 2 * kPatternStep),
                                        fold_pattern(pair + 4 * kPatternStep),
                                        fold_pattern(pair + 6 * kPatternStep)};
  std::memcpy(out, &line[0], sizeof line[0]);
  std::memcpy(out + sizeof line[0], &line[1], sizeof line[0]);
  std::memcpy(out + 2 * sizeof line[0], &line[2], sizeof line[0]);
  std::memcpy(out + 3 * sizeof line[0], &line[3], sizeof line[0]);
}

/// The same for `lines` lines.
void fill_pattern_lines(std::uint64_t seed, std::uint64_t number, std::uint8_t* out,
                        std::uint32_t lines);

/// As `fill_pattern`, for any range.
void fill_pattern_range(std::uint64_t seed, std::uint64_t position, std::uint8_t* out,
                        std::uint32_t bytes);

/// Fills `out` with bytes `position` to `position + bytes - 1` of the pattern.
inline void fill_pattern(std::uint64_t seed, std::uint64_t position, std::uint8_t* out,
                         std::uint32_t bytes) {
  if (position % 8 == 0 && bytes == kPatternLine) {
    fill_pattern_line(seed, position / 8, out);
  } else if (position % 8 == 0 && bytes % kPatternLine == 0) {
    fill_pattern_lines(seed, position / 8, out, bytes / kPatternLine);
  } else {
    fill_pattern_range(seed, position, out, bytes);
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
