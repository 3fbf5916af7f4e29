/// Which slots and queue pairs a waveform shows, and how.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "types/ids.h"

namespace sgdma::observe {

/// Numbers as ranges, both ends included.
using NumberRanges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

inline bool contains(const NumberRanges& ranges, std::uint32_t number) {
  return std::any_of(ranges.begin(), ranges.end(), [number](const auto& range) {
    return number >= range.first && number <= range.second;
  });
}

/// What is not named at all is shown in full.
struct SignalSelection {
  std::optional<NumberRanges> slots;
  std::optional<NumberRanges> queue_pairs;  ///< numbers as software knows them
  std::uint32_t address_bits = 64;          ///< width of addresses, which all fit

  bool shows(SlotIndex slot) const { return !slots || contains(*slots, raw(slot)); }
  bool shows(QpNumber qp) const { return !queue_pairs || contains(*queue_pairs, raw(qp)); }
};

}  // namespace sgdma::observe
