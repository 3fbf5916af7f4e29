/// The copies that the model and the RTL copy engines are timed with: the same messages, one after
/// the other, over and over.
#pragma once

#include <array>
#include <cstdint>

namespace sgdma::bench {

/// A message touches `words` words on either side. Copied by bytes, it begins within the first ones
/// and ends within the last ones, and is a word shorter than these.
struct CopyMessage {
  std::uint32_t words;
  std::uint32_t source_place;  ///< of its first byte in the first word; not 0
  std::uint32_t destination_place;
};

inline constexpr std::uint32_t kCopyWord = 64;  ///< bytes

/// One pass: 128 KiB, 4096 beats. Each message lies behind the one before, on either side.
inline constexpr std::array<CopyMessage, 5> kCopies{
    {{64, 22, 50}, {128, 17, 6}, {256, 40, 42}, {576, 63, 10}, {1024, 1, 38}}};
inline constexpr std::uint32_t kPassWords = 2048;
inline constexpr std::uint32_t kPassBytes = kPassWords * kCopyWord;
inline constexpr std::uint64_t kPassesARound = 112;

/// Cycles from a read to its first word.
inline constexpr std::uint32_t kCopyLatency = 64;

/// Cycles from the offer of one word to that of the next where the bus is idle for nine of ten.
inline constexpr std::uint64_t kIdleSpacing = 10;

}  // namespace sgdma::bench
