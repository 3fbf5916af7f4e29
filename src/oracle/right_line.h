/// What ought to stand in a line, the usual bytes of a beat, beside what was seen of it.
#pragma once

#include <cstdint>
#include <cstring>

#include "types/byte_pattern.h"

namespace sgdma::oracle {

/// Words of a pattern from one of them on: that one before its bits are folded.
constexpr std::uint64_t pattern_from(std::uint64_t seed, std::uint64_t number) {
  return (seed + number) * kPatternStep;
}

/// From one line of a pattern to the next.
inline constexpr std::uint64_t kLineStep = kPatternLine / 8 * kPatternStep;

/// Walks along the words that ought to be in a line, a pair at a time.
class RightLine {
 public:
  explicit RightLine(std::uint64_t from) : pair_{from, from + kPatternStep} {}

  /// The next pair of words.
  WordPair next() {
    const WordPair right = fold_pattern(pair_);
    pair_ += 2 * kPatternStep;
    return right;
  }

 private:
  WordPair pair_;
};

/// Walks along a line that was seen.
class SeenLine {
 public:
  explicit SeenLine(const std::uint8_t* bytes) : bytes_(bytes) {}

  /// The next pair of words ought to be this.
  void compare(WordPair right) {
    WordPair seen;
    std::memcpy(&seen, bytes_, sizeof seen);
    bytes_ += sizeof seen;
    differs_ |= seen ^ right;
  }
  /// Whether they were, so far.
  bool is_right() const { return (differs_[0] | differs_[1]) == 0; }

 private:
  const std::uint8_t* bytes_;
  WordPair differs_ = {0, 0};
};

/// Whether a line is the pattern that goes `from` there.
inline bool is_line(const std::uint8_t* seen, std::uint64_t from) {
  RightLine right(from);
  SeenLine line(seen);
#pragma GCC unroll 4
  for (std::uint32_t at = 0; at < kPatternLine; at += sizeof(WordPair)) {
    line.compare(right.next());
  }
  return line.is_right();
}

/// The same, and puts that pattern where it is kept.
inline bool is_line(const std::uint8_t* seen, std::uint64_t from, std::uint8_t* kept) {
  RightLine right(from);
  SeenLine line(seen);
#pragma GCC unroll 4
  for (std::uint32_t at = 0; at < kPatternLine; at += sizeof(WordPair)) {
    const WordPair pair = right.next();
    std::memcpy(kept + at, &pair, sizeof pair);
    line.compare(pair);
  }
  return line.is_right();
}

/// Puts the pattern there.
inline void put_line(std::uint64_t from, std::uint8_t* to) {
  RightLine right(from);
#pragma GCC unroll 4
  for (std::uint32_t at = 0; at < kPatternLine; at += sizeof(WordPair)) {
    const WordPair pair = right.next();
    std::memcpy(to + at, &pair, sizeof pair);
  }
}

}  // namespace sgdma::oracle
