/// Bursts and beats on the memory bus.
#pragma once

#include <cstdint>

namespace sgdma {

/// A burst: 1 to 256 beats of consecutive bus words.
struct Burst {
  std::uint64_t address = 0;  ///< of the first byte, not of its word
  std::uint32_t bytes = 0;    ///< 1 to 4096
  std::uint32_t beats = 0;    ///< 1 to 256
};

/// Byte range of one beat of a burst, inside one bus word.
struct BeatRange {
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;   ///< 1 to the bus width
  std::uint32_t offset = 0;  ///< bytes of the burst before this beat
};

}  // namespace sgdma
