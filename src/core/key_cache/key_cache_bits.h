/// What a key cache costs in silicon.
#pragma once

#include <cstdint>

#include "types/key_cache_config.h"

namespace sgdma::core {

/// What a chip must hold at once, where the configuration sets no limit.
struct KeyCacheDemand {
  std::uint64_t registered_lines = 0;  ///< of the page lists of all regions
  std::uint64_t lookups = 0;           ///< under way at once
};

/// Bits of storage. A line: valid, region handle and line number (in full), its page addresses from
/// bit 12 on, and its rank in the order of use of its set. A miss slot: valid, region handle and
/// line number. Without a capacity, the page lists of all regions and nothing else.
std::uint64_t key_cache_bits(const KeyCacheConfig& config, const KeyCacheDemand& demand);

}  // namespace sgdma::core
