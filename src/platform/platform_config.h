/// Configuration of what stands around the engine.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/distribution.h"
#include "platform/memory/fault_rule.h"
#include "platform/queue_pair_list.h"
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

/// What one credit for posted data stands for (PCIe Base Specification, flow control).
inline constexpr std::uint32_t kDataCreditBytes = 16;

/// Host memory, and the link or interconnect that leads there. Headers and credits are PCIe's; they
/// cost nothing where they are 0, and headers pass in no time where the bandwidth is unlimited.
struct HostMemoryConfig {
  /// From the handshake of a request to its first beat; drawn for each read burst.
  Distribution read_latency{547'000};
  /// From the handshake of the last beat to the response; drawn for each write burst.
  Distribution write_latency{0};
  std::uint64_t read_bandwidth = 0;      ///< bits a second; 0: one bus word a cycle
  std::uint64_t write_bandwidth = 0;     ///< bits a second; 0: one bus word a cycle
  bool shared_data_path = false;         ///< reads and writes pass one path, of equal bandwidths
  Picoseconds read_burst_overhead = 0;   ///< time on the data path that each read burst costs
  Picoseconds write_burst_overhead = 0;  ///< time on the data path that each write burst costs

  std::uint32_t request_header = 0;        ///< bytes of a read request, on the write path
  std::uint32_t write_header = 0;          ///< bytes of a write burst's header, on the write path
  std::uint32_t completion_header = 0;     ///< bytes of a completion's header, on the read path
  std::uint32_t read_completion_size = 0;  ///< bytes, a power of two; 0: a whole burst
  std::uint32_t reorder_window = 1;        ///< read bursts that may be answered, by age

  std::uint32_t posted_header_credits = 0;  ///< write bursts; 0: unlimited
  std::uint32_t posted_data_credits = 0;    ///< of 16 bytes each; 0: unlimited
  std::uint32_t non_posted_credits = 0;     ///< read requests; 0: unlimited
  Picoseconds credit_latency = 0;           ///< until a credit is back, from when it is freed

  std::uint64_t bytes = 0;  ///< addresses from here on answer DECERR; 0: all 2^64 answer
  std::vector<FaultRule> faults;
  std::uint64_t seed = 1;  ///< of what is drawn
};

/// The completion queue behind the CQE generator.
struct CompletionQueueConfig {
  std::uint32_t depth = 0;        ///< CQEs that fit; 0: unlimited
  Picoseconds poll_start = 0;     ///< software takes no CQE before
  Picoseconds poll_interval = 0;  ///< time between two CQEs taken; 0: all at once
  bool polled = true;             ///< false: software never takes one
};

}  // namespace sgdma::platform
