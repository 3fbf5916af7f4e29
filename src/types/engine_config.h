/// Configuration of the engine at cycle level. Read once, validated once, passed by const
/// reference.
#pragma once

#include <cstdint>

#include "types/cycle.h"
#include "types/key_cache_config.h"
#include "types/limit.h"
#include "types/run_list.h"
#include "types/teardown.h"
#include "types/translation.h"

namespace sgdma {

/// Which queue pair gets the next free slot.
enum class ArbitrationKind : std::uint8_t {
  kRoundRobin,
  kWeightedRoundRobin,
  kDeficitRoundRobin,
  kStrictPriority,
  kOldestFirst,
};

/// Which in-flight transfer issues the next burst on a channel.
enum class BurstScheduling : std::uint8_t { kRoundRobin, kOldestFirst, kRunToCompletion };

/// Order of read responses that the bus promises.
enum class ResponseOrder : std::uint8_t {
  kSlot,  ///< in order per slot; the slot is the AXI ID
  kAny,   ///< in order within a burst only; the read tag is the AXI ID
};

/// What the payload of a beat covers.
enum class BeatForm : std::uint8_t {
  kExact,     ///< the beat's bytes
  kFullWord,  ///< the whole bus word, with byte enables
};

/// Rate of a payload end in exact fractions: `numerator / denominator` bytes a cycle; a numerator
/// of 0 means unlimited.
struct PayloadRate {
  std::uint64_t numerator = 0;
  std::uint64_t denominator = 1;
  bool unlimited() const { return numerator == 0; }
};

/// Ranges are checked by the scenario's validation; the engine requires them.
struct EngineConfig {
  // Bus
  std::uint32_t bus_width = 64;         ///< bytes of a bus word: 4 to 256, a power of two
  std::uint32_t max_read_burst = 4096;  ///< bytes; a multiple of the width, at most 256 beats
  std::uint32_t max_write_burst = 512;  ///< bytes; as above
  std::uint32_t read_bursts = 768;      ///< read tags of the engine, 1 to 65535
  std::uint32_t read_bursts_per_slot = kUnlimited;
  /// Bytes asked for and not yet moved; a request goes only while a whole `max_read_burst` fits.
  std::uint32_t read_bytes = kUnlimited;
  std::uint32_t write_bursts = 256;  ///< write bursts begun and not answered, 1 to 65535
  std::uint32_t write_bursts_per_slot = kUnlimited;
  bool posted_writes = true;  ///< a write is done with its last beat (PCIe), else with B (AXI)
  ResponseOrder response_order = ResponseOrder::kSlot;
  Cycle bus_timeout = 0;  ///< edges for which a target may stay silent; 0: for ever
  BeatForm beats = BeatForm::kExact;

  // Slots and arbitration
  std::uint32_t slots = 128;      ///< 1 to 4096
  std::uint32_t queue_pairs = 1;  ///< 1 to 2^20
  std::uint32_t slots_per_qp = kUnlimited;
  std::uint32_t reserve_gather = 0;   ///< slots that scatters may not take
  std::uint32_t reserve_scatter = 0;  ///< slots that gathers may not take
  ArbitrationKind arbitration = ArbitrationKind::kRoundRobin;
  std::uint32_t quantum = 4096;  ///< bytes a round and weight, for deficit round robin
  BurstScheduling burst_scheduling = BurstScheduling::kRoundRobin;

  // Payload ends
  PayloadRate gather_rate;            ///< at which the outgoing payload leaves
  std::uint32_t gather_depth = 4096;  ///< bytes buffered towards the wire; only with a rate
  PayloadRate scatter_rate;           ///< at which the incoming payload of granted transfers comes
  std::uint32_t scatter_depth = 16384;  ///< bytes buffered from the wire; only with a rate
  bool cut_through = false;  ///< a write burst may start before its payload is there in full

  // Translation
  Translation translation = Translation::kCaptured;
  KeyCacheConfig key_cache;

  // Mid-transaction events
  TeardownConfig teardown;
  Deregistration deregistration = Deregistration::kWait;

  // Completion port
  std::uint32_t completion_depth = kUnlimited;  ///< entries; one is reserved at each grant
};

/// What an arbitration policy knows of a queue pair.
struct QueuePairConfig {
  std::uint32_t weight = 1;    ///< 1 to 2^20; round robin and deficit round robin
  std::uint32_t priority = 0;  ///< higher goes first; strict priority

  friend bool operator==(const QueuePairConfig& a, const QueuePairConfig& b) {
    return a.weight == b.weight && a.priority == b.priority;
  }
};

/// That of every queue pair, by index.
using QueuePairConfigs = RunList<QueuePairConfig>;

}  // namespace sgdma
