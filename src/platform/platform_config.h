/// Configuration of what stands around the engine.
#pragma once

#include <cstdint>

#include "platform/work_item.h"
#include "types/engine_config.h"
#include "types/ids.h"

namespace sgdma::platform {

/// Target selection and checks.
struct TargetConfig {
  std::uint32_t max_sge = 30;      ///< SGEs of a WQE, 1 to 256
  std::uint32_t max_inline = 236;  ///< bytes
  std::uint32_t max_transfer = 0;  ///< bytes of one gather transfer; 0: a WQE is one transfer
  bool acknowledged = false;       ///< a SEND or WRITE is done with its acknowledge, not its gather
  bool merge_runs = true;          ///< adjacent pages that are contiguous in memory are one segment
};

/// A queue pair.
struct QueuePair {
  QpNumber number{};
  QueuePairConfig arbitration;
  std::uint32_t path_mtu = 4096;  ///< bytes: 256, 512, 1024, 2048 or 4096
};

/// Host memory.
struct HostMemoryConfig {
  Picoseconds read_latency = 547'000;    ///< from the handshake of a request to its first beat
  Picoseconds write_latency = 0;         ///< from the handshake of the last beat to the response
  std::uint64_t read_bandwidth = 0;      ///< bits a second; 0: one bus word a cycle
  std::uint64_t write_bandwidth = 0;     ///< bits a second; 0: one bus word a cycle
  Picoseconds read_burst_overhead = 0;   ///< time on the data path that each read burst costs
  Picoseconds write_burst_overhead = 0;  ///< time on the data path that each write burst costs
  std::uint64_t bytes = 0;  ///< addresses from here on answer DECERR; 0: all 2^64 answer
};

/// The completion queue behind the CQE generator.
struct CompletionQueueConfig {
  std::uint32_t depth = 0;        ///< CQEs that fit; 0: unlimited
  Picoseconds poll_start = 0;     ///< software takes no CQE before
  Picoseconds poll_interval = 0;  ///< time between two CQEs taken; 0: all at once
  bool polled = true;             ///< false: software never takes one
};

}  // namespace sgdma::platform
