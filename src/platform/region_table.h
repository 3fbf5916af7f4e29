/// The memory regions: which are registered, under which keys, and what stands behind them.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "core/page_list.h"
#include "core/translation/page_lists.h"
#include "platform/region.h"
#include "types/ids.h"

namespace sgdma::platform {

/// One registration of a region.
struct RegisteredRegion {
  RegionHandle handle{};
  std::uint64_t iova = 0;
  std::uint64_t bytes = 0;
  std::uint8_t access = 0;
  const core::PageList& pages;

  /// As `core::PageList::append_segments`, for this registration.
  void append_segments(std::uint64_t offset, std::uint32_t length,
                       boost::container::small_vector_base<Segment>& segments) const {
    pages.append_segments(handle, offset, length, segments);
  }
};

/// Why a range may not be used.
enum class RangeFault : std::uint8_t { kNone, kUnknownKey, kOutOfBounds, kMissingAccess };

/// Result of looking a range up: the region where there is no fault, else nullptr.
struct RangeLookup {
  const RegisteredRegion* region = nullptr;
  RangeFault fault = RangeFault::kNone;
  std::uint64_t offset = 0;  ///< of the range in the region, bytes
};

/// Where page lists stand in memory.
struct PageListPlace {
  std::uint64_t address = 0;      ///< a multiple of `line_bytes`
  std::uint32_t line_bytes = 64;  ///< what the key cache reads at once: lists begin with a line
};

/// Software has a list of regions, and registers and deregisters them. Registrations are counted
/// from 0, first those of the start in the order of the list; a count is never used again.
///
/// Invariant: at any time a key is that of one registration at the most; every region's page list
/// covers it in full, so that a range that passes its bounds check can be translated. A
/// registration that was found stays where it is, also when it is over.
class RegionTable : public core::PageLists {
 public:
  /// `merge_runs`: adjacent pages that are contiguous in memory are one segment. Throws
  /// `std::logic_error` for a key that two regions have at the start, or where `problem` finds one.
  /// Page lists stand in memory from `place` on, one behind the other.
  RegionTable(std::vector<Region> regions, bool merge_runs, PageListPlace place = {});

  /// Looks up the range of `bytes` bytes (1 or more) from IOVA `address` on. The checks come in
  /// this order: key, bounds, access (all bits of `rights`). The bounds are those of rxe: a fault
  /// where `address < iova || bytes > length || address > iova + length - bytes`, calculated so
  /// that nothing wraps; a range that ends at 2^64 is legal.
  RangeLookup look_up(RegionKey key, std::uint64_t address, std::uint64_t bytes,
                      std::uint8_t rights) const;

  /// The registration of `key`, or nullptr where nothing is registered under it.
  const RegisteredRegion* find(RegionKey key) const;
  /// Nothing is registered under `key` from here on. What was, if anything.
  std::optional<RegionHandle> deregister(RegionKey key);
  /// Registers region `listed` of the list under its key. Nothing where the key is that of another
  /// registration: then all stays as it is.
  std::optional<RegionHandle> enter(std::uint32_t listed);
  std::uint64_t page_list_of(RegionHandle region) const override { return lists_[raw(region)]; }
  /// Regions of the list.
  std::size_t size() const { return listed_.size(); }

  /// What is wrong with a region, in words that follow its name ("has ..."); empty where it is
  /// fine.
  static std::string_view problem(const Region& region);

 private:
  struct Listed {
    RegionKey key{};
    std::uint64_t iova = 0;
    std::uint64_t bytes = 0;
    std::uint8_t access = 0;
    core::PageList pages;
  };

  std::vector<Listed> listed_;                  ///< as long as ever from the constructor on
  std::deque<RegisteredRegion> registrations_;  ///< by handle
  std::vector<std::uint64_t> lists_;            ///< addresses of page lists, by handle
  PageListPlace place_;                         ///< of the list to come
  boost::unordered_flat_map<std::uint32_t, RegionHandle> by_key_;
};

}  // namespace sgdma::platform
