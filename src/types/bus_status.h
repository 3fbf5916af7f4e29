/// What the host memory bus answers to a beat or a burst.
#pragma once

#include <cstdint>
#include <string_view>

namespace sgdma {

/// Ordered from good to bad, so that the worst of several is their maximum. The names are AXI's,
/// but for the last: no answer came in time.
enum class BusStatus : std::uint8_t { kOkay, kSlaveError, kDecodeError, kTimeout };

/// "OKAY", "SLVERR", "DECERR" or "TIMEOUT".
constexpr std::string_view name_of(BusStatus status) {
  switch (status) {
    case BusStatus::kOkay: return "OKAY";
    case BusStatus::kSlaveError: return "SLVERR";
    case BusStatus::kDecodeError: return "DECERR";
    case BusStatus::kTimeout: return "TIMEOUT";
  }
  return "?";
}

}  // namespace sgdma
