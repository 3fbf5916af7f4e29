#include "types/byte_pattern.h"

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
  for (; bytes >= kPatternLine; bytes -= kPatternLine) {
    fill_pattern_line(seed, position / 8, out);
    position += kPatternLine;
    out += kPatternLine;
  }
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
