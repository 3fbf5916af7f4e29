/// The greedy rule by which a range is split into bursts, and bursts into beats.
#pragma once

#include <algorithm>
#include <cstdint>

#include "types/burst.h"

namespace sgdma::core {

inline constexpr std::uint32_t kPageLine = 4096;  ///< no burst crosses a multiple of it
inline constexpr std::uint32_t kMaxBeats = 256;   ///< AXI4's limit for INCR bursts

/// The next burst from `address` in a segment with `left` bytes (1 or more) to go: min(left, bytes
/// to the 4 KiB line, room), where room = `max_burst` - `address` mod `bus_width`. So only a
/// segment's last burst may end inside a bus word. `max_burst` is a multiple of `bus_width` of at
/// most 256 beats.
inline Burst next_burst(std::uint64_t address, std::uint32_t left, std::uint32_t max_burst,
                        std::uint32_t bus_width) {
  const auto in_word = static_cast<std::uint32_t>(address & (bus_width - 1U));
  const std::uint32_t to_line = kPageLine - static_cast<std::uint32_t>(address & (kPageLine - 1U));
  const std::uint32_t bytes = std::min({left, to_line, max_burst - in_word});
  return {address, bytes, (in_word + bytes + bus_width - 1U) / bus_width};
}

/// Whether `range` is the last beat of `burst`.
inline bool is_last_beat(const Burst& burst, const BeatRange& range) {
  return range.offset + range.bytes == burst.bytes;
}

/// The beat of `burst` that follows `range`, which is not the last.
inline BeatRange next_beat(const Burst& burst, const BeatRange& range, std::uint32_t bus_width) {
  const std::uint32_t offset = range.offset + range.bytes;
  return {range.address + range.bytes, std::min(burst.bytes - offset, bus_width), offset};
}

/// Beat `beat` (0 to beats less one) of `burst`.
inline BeatRange beat_range(const Burst& burst, std::uint32_t beat, std::uint32_t bus_width) {
  const auto in_word = static_cast<std::uint32_t>(burst.address & (bus_width - 1U));
  const std::uint32_t offset = beat == 0 ? 0 : beat * bus_width - in_word;
  const std::uint32_t end = std::min(burst.bytes, (beat + 1U) * bus_width - in_word);
  return {burst.address + offset, end - offset, offset};
}

}  // namespace sgdma::core
