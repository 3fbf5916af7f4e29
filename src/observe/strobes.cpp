#include "observe/strobes.h"

namespace sgdma::observe {

std::string strobe_text(std::uint64_t address, std::uint32_t bytes, std::uint32_t bus_width) {
  const auto first = static_cast<std::uint32_t>(address & (bus_width - 1U));
  const std::uint32_t end = first + bytes;
  std::string text = "0x";
  for (std::uint32_t digit = (end + 3U) / 4U; digit > 0; --digit) {
    std::uint32_t value = 0;
    for (std::uint32_t bit = 0; bit < 4; ++bit) {
      const std::uint32_t lane = 4U * (digit - 1U) + bit;
      value |= lane >= first && lane < end ? 1U << bit : 0U;
    }
    text.push_back("0123456789abcdef"[value]);
  }
  return text;
}

}  // namespace sgdma::observe
