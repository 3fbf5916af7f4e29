#include "core/key_cache/key_cache_bits.h"

namespace sgdma::core {

std::uint64_t key_cache_bits(const KeyCacheConfig& config, const KeyCacheDemand& demand) {
  constexpr std::uint64_t kPageBits = 64 - 12;
  constexpr std::uint64_t kNameBits = 1 + 32 + 32;
  const std::uint64_t addresses = config.pages_per_line * kPageBits;
  if (config.capacity == kUnlimited) {
    return demand.registered_lines * addresses;
  }
  const std::uint32_t ways =
      config.associativity == kFullyAssociative ? config.capacity : config.associativity;
  std::uint64_t rank = 0;
  while ((std::uint64_t{1} << rank) < ways) {
    ++rank;
  }
  const std::uint64_t miss_slots =
      config.outstanding_misses == kUnlimited ? demand.lookups : config.outstanding_misses;
  return config.capacity * (kNameBits + addresses + rank) + miss_slots * kNameBits;
}

}  // namespace sgdma::core
