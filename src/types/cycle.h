/// Edges of the engine's clock, counted from 0.
#pragma once

#include <cstdint>
#include <limits>

namespace sgdma {

/// Number of a clock edge; also a number of cycles where two are subtracted.
using Cycle = std::uint64_t;

/// An edge that never comes.
inline constexpr Cycle kNever = std::numeric_limits<Cycle>::max();

}  // namespace sgdma
