/// Widths of signals in bits.
#pragma once

#include <cstdint>

namespace sgdma::observe {

inline constexpr std::uint32_t kQueuePairBits = 24;
inline constexpr std::uint32_t kLengthBits = 32;
inline constexpr std::uint32_t kSlotBits = 12;    ///< 4096 slots
inline constexpr std::uint32_t kBusTagBits = 16;  ///< read tags and write burst ids
inline constexpr std::uint32_t kBeatBits = 8;     ///< of 256 in a burst, from 0
inline constexpr std::uint32_t kBytesBits = 13;   ///< of a beat or a burst, to 4096
inline constexpr std::uint32_t kBeatsBits = 9;    ///< beats of a burst, to 256
inline constexpr std::uint32_t kSegmentBits = 32;
inline constexpr std::uint32_t kDirectionBits = 2;  ///< viewers show words for vectors only

}  // namespace sgdma::observe
