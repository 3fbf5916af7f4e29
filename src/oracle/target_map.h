/// Derives byte maps from SGE lists and region names: the oracle's own target selection.
#pragma once

#include <cstdint>
#include <optional>
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

/// The map of work that is looked at now: regions are those that are registered now.
///
/// Invariant: a map never goes on in another SGE's run, so cursors count SGEs apart. Within an SGE,
/// pages that follow each other in memory are one run where runs are merged.
class TargetMap {
 public:
  /// `regions` outlive the map.
  TargetMap(const std::vector<platform::Region>& regions, bool merge_runs);

  /// Nothing is registered under `key` any more. What was, if anything.
  std::optional<RegionHandle> deregister(RegionKey key);
  /// Region `listed` of the list is registered under its key. Registrations are counted from 0,
  /// those of the start first. Nothing where the list is shorter or the key is in use.
  std::optional<RegionHandle> enter(std::uint32_t listed);
  /// Registrations so far.
  std::uint32_t registrations() const { return static_cast<std::uint32_t>(by_handle_.size()); }
  /// The region of a registration, also of one that is over.
  const platform::Region& region(RegionHandle handle) const { return *by_handle_[raw(handle)]; }

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
  struct Registration {
    const platform::Region* region = nullptr;
    RegionHandle handle{};
  };

  Registration find(RegionKey key) const;
  StatusSet faults_of(const platform::ScatterGatherEntry& sge, std::uint64_t offset,
                      std::uint64_t bytes, std::uint8_t access) const;
  void append(const Registration& registration, std::uint64_t iova, std::uint64_t bytes,
              ByteMap& map) const;

  const std::vector<platform::Region>& listed_;
  boost::unordered_flat_map<std::uint32_t, RegionHandle> by_key_;
  std::vector<const platform::Region*> by_handle_;
  bool merge_runs_;
};

}  // namespace sgdma::oracle
