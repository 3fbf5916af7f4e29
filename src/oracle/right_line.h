/// What ought to stand in a line, the usual bytes of a beat, beside what was seen of it.
#pragma once

#include <cstdint>
#include <cstring>

#include "types/byte_pattern.h"

namespace sgdma::oracle {

/// Puts the right bytes of a line where they are kept, and compares them on their way.
class RightLine {
 public:
  RightLine(std::uint8_t* kept, const std::uint8_t* seen) : kept_(kept), seen_(seen) {}

  /// Those of a pattern from word `number` on. Whether they are what was seen.
  bool is_pattern(std::uint64_t seed, std::uint64_t number) {
    const std::uint64_t x = (seed + number) * kPatternStep;
    WordPair pair = {x, x + kPatternStep};
#pragma GCC unroll 4
    for (std::uint32_t at = 0; at < kPatternLine; at += sizeof pair) {
      put(at, fold_pattern(pair));
      pair += 2 * kPatternStep;
    }
    return same();
  }
  /// Those at `from`. Whether they are what was seen.
  bool is_copy(const std::uint8_t* from) {
#pragma GCC unroll 4
    for (std::uint32_t at = 0; at < kPatternLine; at += sizeof differs_) {
      WordPair words;
      std::memcpy(&words, from + at, sizeof words);
      put(at, words);
    }
    return same();
  }

 private:
  void put(std::uint32_t at, WordPair right) {
    WordPair seen;
    std::memcpy(&seen, seen_ + at, sizeof seen);
    std::memcpy(kept_ + at, &right, sizeof right);
    differs_ |= seen ^ right;
  }
  bool same() const { return (differs_[0] | differs_[1]) == 0; }

  std::uint8_t* kept_;
  const std::uint8_t* seen_;
  WordPair differs_ = {0, 0};
};

}  // namespace sgdma::oracle
