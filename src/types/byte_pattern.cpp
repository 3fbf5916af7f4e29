#include "types/byte_pattern.h"

#include <array>

namespace sgdma {

namespace {

/// Words from a byte in the middle of a word on: each is the end of one and the beginning of the
/// next. Requires `position % 8 != 0`. Returns the bytes filled.
std::uint32_t fill_across_words(std::uint64_t seed, std::uint64_t position, std::uint8_t* out,
                                std::uint32_t bytes) {
  const auto into = static_cast<std::uint32_t>(8U * (position % 8));
  std::uint64_t x = (seed + position / 8) * kPatternStep;
  std::uint64_t word = fold_pattern(x);
  std::uint32_t filled = 0;
  for (; filled + 8 <= bytes; filled += 8) {
    x += kPatternStep;
    const std::uint64_t next = fold_pattern(x);
    const std::uint64_t across = (word >> into) | (next << (64U - into));
    std::memcpy(out + filled, &across, 8);
    word = next;
  }
  return filled;
}

}  // namespace

void fill_pattern_lines(std::uint64_t seed, std::uint64_t number, std::uint8_t* out,
                        std::uint32_t lines) {
  constexpr std::uint32_t kPairs = 4;  // of words, in a line
  const std::uint64_t x = (seed + number) * kPatternStep;
  std::array<WordPair, kPairs> pairs{};
  for (std::uint32_t at = 0; at < kPairs; ++at) {
    pairs[at] = WordPair{x, x + kPatternStep} + 2 * at * kPatternStep;
  }
  for (; lines > 0; --lines) {
    for (WordPair& pair : pairs) {
      const WordPair folded = fold_pattern(pair);
      std::memcpy(out, &folded, sizeof folded);
      out += sizeof folded;
      pair += 2 * kPairs * kPatternStep;
    }
  }
}

void fill_pattern_range(std::uint64_t seed, std::uint64_t position, std::uint8_t* out,
                        std::uint32_t bytes) {
  if (position % 8 != 0) {
    const std::uint32_t filled = fill_across_words(seed, position, out, bytes);
    position += filled;
    out += filled;
    bytes -= filled;
  }
  while (bytes > 0 && position % 8 != 0) {
    *out++ = pattern_byte(seed, position++);
    --bytes;
  }
  const std::uint32_t lines = bytes / kPatternLine;
  fill_pattern_lines(seed, position / 8, out, lines);
  position += lines * kPatternLine;
  out += lines * kPatternLine;
  bytes -= lines * kPatternLine;
  for (; bytes >= 8; bytes -= 8) {
    const std::uint64_t word = pattern_word(seed, position / 8);
    std::memcpy(out, &word, 8);
    position += 8;
    out += 8;
  }
  while (bytes > 0) {
    *out++ = pattern_byte(seed, position++);
    --bytes;
  }
}

}  // namespace sgdma
