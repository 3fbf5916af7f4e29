#include "core/storage_cost.h"

#include "core/key_cache/key_cache_bits.h"

namespace sgdma::core {

StorageCost storage_cost(const EngineConfig& config, std::uint64_t registered_lines) {
  constexpr std::uint64_t kFaultBits = entry_bits::kAddress + entry_bits::kCursor + 8 + 2;
  constexpr std::uint64_t kCompletionBits = entry_bits::kQp + entry_bits::kTag +
                                            entry_bits::kDirection + 4 + entry_bits::kRemaining +
                                            kFaultBits;
  StorageCost cost;
  cost.table = config.slots * entry_bits::kAll;
  if (config.response_order == ResponseOrder::kAny) {
    cost.read_buffer = 8 * (config.read_bytes == kUnlimited
                                ? std::uint64_t{config.read_bursts} * config.max_read_burst
                                : std::uint64_t{config.read_bytes});
  }
  if (!config.gather_rate.unlimited()) {
    cost.gather_payload = std::uint64_t{8} * config.gather_depth;
  }
  if (!config.scatter_rate.unlimited()) {
    cost.scatter_payload = std::uint64_t{8} * config.scatter_depth;
  }
  const std::uint64_t entries =
      config.completion_depth == kUnlimited ? config.slots : config.completion_depth;
  cost.completions = entries * kCompletionBits;
  cost.key_cache = key_cache_bits(
      config.key_cache, {registered_lines, std::uint64_t{config.slots} + config.queue_pairs});
  return cost;
}

}  // namespace sgdma::core
