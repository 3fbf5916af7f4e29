/// What the key cache counts.
#pragma once

#include <cstdint>

namespace sgdma::core {

/// Totals since the start of the run. `lookups` is hits + misses + joined, and `misses` is fills +
/// dropped fills + failed fetches + the fetches that are under way.
struct KeyCacheCounters {
  std::uint64_t lookups = 0;  ///< begun
  std::uint64_t hits = 0;
  std::uint64_t misses = 0;  ///< lookups that began a fetch
  std::uint64_t joined = 0;  ///< lookups of a line that was being fetched
  std::uint64_t fills = 0;
  std::uint64_t evictions = 0;       ///< lines that went because another was filled
  std::uint64_t dropped_fills = 0;   ///< fetches whose region was gone when they came, or before
  std::uint64_t failed_fetches = 0;  ///< fetches that memory answered with an error
  // Requests that were turned away, each time that they asked.
  std::uint64_t refused_for_port = 0;
  std::uint64_t refused_for_miss = 0;
  std::uint64_t refused_for_region = 0;  ///< the region was gone
};

}  // namespace sgdma::core
