/// Configuration of the key cache at cycle level.
#pragma once

#include <cstdint>

#include "types/limit.h"

namespace sgdma {

/// The one set of the key cache holds all its lines.
inline constexpr std::uint32_t kFullyAssociative = 0;

/// Ranges are checked by the scenario's validation; the cache requires them.
struct KeyCacheConfig {
  static constexpr std::uint32_t kMostLines = 1U << 20U;
  static constexpr std::uint32_t kMostPagesPerLine = 512;
  static constexpr std::uint32_t kMostHitLatency = 1000;
  static constexpr std::uint32_t kMostMissLatency = 1'000'000;

  /// Lines, 1 to 2^20. Unlimited: all page lists are on the chip, every lookup hits, and what
  /// belongs to misses (associativity, latency, limits, the bus) has no effect.
  std::uint32_t capacity = kUnlimited;
  /// Lines of a set, 1 to `capacity`, which is a multiple of it.
  std::uint32_t associativity = kFullyAssociative;
  std::uint32_t pages_per_line = 8;  ///< page addresses of 8 bytes: 1 to 512, a power of two
  std::uint32_t hit_latency = 0;     ///< cycles from a lookup to its answer, 0 to 1000
  /// Cycles from when a miss is known to the fill, 1 to 10^6. Without effect over the bus.
  std::uint32_t miss_latency = 500;
  std::uint32_t ports = kUnlimited;  ///< lookups that may start at one edge
  /// Lines that may be fetched at once.
  std::uint32_t outstanding_misses = kUnlimited;
  /// Lines are read over the host memory bus, instead of coming after `miss_latency`.
  bool fetch_over_bus = false;
  /// Address of the page lists in host memory, for `fetch_over_bus`; a multiple of 4 KiB.
  std::uint64_t table = 0;
};

}  // namespace sgdma
