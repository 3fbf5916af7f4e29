/// What a channel counts.
#pragma once

#include <cstdint>

namespace sgdma::core {

/// Totals since the start of the run.
struct ChannelCounters {
  std::uint64_t bursts = 0;           ///< begun
  std::uint64_t beats = 0;            ///< moved
  std::uint64_t bytes = 0;            ///< moved
  std::uint64_t wasted_beats = 0;     ///< reads that are thrown away, write beats that are cut
  std::uint64_t faults = 0;           ///< transfers that failed on the bus
  std::uint32_t max_outstanding = 0;  ///< bursts
  std::uint64_t max_outstanding_bytes = 0;
};

}  // namespace sgdma::core
