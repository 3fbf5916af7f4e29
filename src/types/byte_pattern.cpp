#include "types/byte_pattern.h"

namespace sgdma {

void fill_pattern_range(std::uint64_t seed, std::uint64_t position, std::uint8_t* out,
                        std::uint32_t bytes) {
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
