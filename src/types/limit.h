/// Limits that may be absent.
#pragma once

#include <cstdint>

namespace sgdma {

/// Where a limit may be absent.
inline constexpr std::uint32_t kUnlimited = 0;

}  // namespace sgdma
