/// Derives byte maps from SGE lists and region names: the oracle's own target selection.
#pragma once

#include <cstdint>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "oracle/byte_map.h"
#include "oracle/status_set.h"
#include "platform/region.h"
#include "platform/work_item.h"
#include "types/ids.h"

namespace sgdma::oracle {

/// A part of an SGE list.
struct SgeRange {
  const platform::ScatterGatherEntry* first = nullptr;
  std::size_t count = 0;
  std::uint64_t offset = 0;  ///< bytes of the list to pass over
  std::uint64_t bytes = 0;   ///< to take from there
};

/// Invariant: a map never goes on in another SGE's run, so cursors count SGEs apart. Within an SGE,
/// pages that follow each other in memory are one run where runs are merged.
class TargetMap {
 public:
  TargetMap(const std::vector<platform::Region>& regions, bool merge_runs);

  /// Appends the map of `range`, where `access` are the rights that it needs (local writes or
  /// none). Returns the statuses with which the work may fail; empty where it is sound. SGEs
  /// without bytes in the range are not looked at.
  StatusSet local(const SgeRange& range, std::uint8_t access, ByteMap& map) const;
  /// The statuses with which work may fail for any SGE of the list, whether its bytes are reached
  /// or not.
  StatusSet whole_list(const SgeRange& list, std::uint8_t access) const;
  /// As `local`, for `bytes` bytes from `iova` on in the region `key`, as a remote peer names it.
  StatusSet remote(RegionKey key, std::uint64_t iova, std::uint64_t bytes, std::uint8_t access,
                   ByteMap& map) const;
  StatusSet remote_faults(RegionKey key, std::uint64_t iova, std::uint64_t bytes,
                          std::uint8_t access) const;

 private:
  const platform::Region* find(RegionKey key) const;
  StatusSet faults_of(const platform::ScatterGatherEntry& sge, std::uint64_t offset,
                      std::uint64_t bytes, std::uint8_t access) const;
  void append(const platform::Region& region, std::uint64_t iova, std::uint64_t bytes,
              ByteMap& map) const;

  boost::unordered_flat_map<std::uint32_t, const platform::Region*> by_key_;
  bool merge_runs_;
};

}  // namespace sgdma::oracle
