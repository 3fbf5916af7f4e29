/// What a configuration costs in silicon, in bits of storage.
#pragma once

#include <cstdint>

#include "types/engine_config.h"

namespace sgdma::core {

/// Field widths of an in-flight entry, in bits.
namespace entry_bits {
inline constexpr std::uint64_t kQp = 24;
inline constexpr std::uint64_t kDirection = 1;
inline constexpr std::uint64_t kAddress = 64;
inline constexpr std::uint64_t kRemaining = 32;
inline constexpr std::uint64_t kCursor =
    20;  ///< 2^31 bytes on 4 KiB pages are 2^19 segments and one
/// Side 2, number 24, part 20, last part 1, epoch 8; the queue pair is the entry's own.
inline constexpr std::uint64_t kTag = 2 + 24 + 20 + 1 + 8;
inline constexpr std::uint64_t kAll = kQp + kDirection + kAddress + kRemaining + kCursor + kTag;
}  // namespace entry_bits

/// Bits by place. Without a limit a buffer is as large as what can be outstanding at once; a
/// payload end without a rate has none.
struct StorageCost {
  std::uint64_t table = 0;  ///< the six fields of all slots
  std::uint64_t read_buffer =
      0;  ///< room reserved by read requests, where responses come in any order
  std::uint64_t gather_payload = 0;
  std::uint64_t scatter_payload = 0;
  std::uint64_t completions = 0;  ///< tag, direction, status, bytes and fault of each entry
  std::uint64_t key_cache = 0;    ///< see `key_cache_bits`
  std::uint64_t total() const {
    return table + read_buffer + gather_payload + scatter_payload + completions + key_cache;
  }
};

/// `registered_lines`: lines of the page lists of all regions. Without a limit, as many lookups are
/// under way at once as there are slots and heads of queues.
StorageCost storage_cost(const EngineConfig& config, std::uint64_t registered_lines);

}  // namespace sgdma::core
