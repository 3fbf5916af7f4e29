#include "core/burst.h"

#include <algorithm>

namespace sgdma::core {

Burst next_burst(std::uint64_t address, std::uint32_t left, std::uint32_t max_burst,
                 std::uint32_t bus_width) {
  const auto in_word = static_cast<std::uint32_t>(address & (bus_width - 1U));
  const std::uint32_t to_line = kPageLine - static_cast<std::uint32_t>(address & (kPageLine - 1U));
  const std::uint32_t bytes = std::min({left, to_line, max_burst - in_word});
  return {address, bytes, (in_word + bytes + bus_width - 1U) / bus_width};
}

BeatRange beat_range(const Burst& burst, std::uint32_t beat, std::uint32_t bus_width) {
  const auto in_word = static_cast<std::uint32_t>(burst.address & (bus_width - 1U));
  const std::uint32_t offset = beat == 0 ? 0 : beat * bus_width - in_word;
  const std::uint32_t end = std::min(burst.bytes, (beat + 1U) * bus_width - in_word);
  return {burst.address + offset, end - offset, offset};
}

}  // namespace sgdma::core
