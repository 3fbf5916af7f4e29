/// The registered memory regions: keys, bounds, access rights, and what stands behind them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "core/page_list.h"
#include "platform/region.h"
#include "types/ids.h"

namespace sgdma::platform {

/// A region that is ready for use.
struct RegisteredRegion {
  std::string name;
  std::uint64_t iova = 0;
  std::uint64_t bytes = 0;
  std::uint8_t access = 0;
  core::PageList pages;
};

/// Why a range may not be used.
enum class RangeFault : std::uint8_t { kNone, kUnknownKey, kOutOfBounds, kMissingAccess };

/// Result of looking a range up: the region where there is no fault, else nullptr.
struct RangeLookup {
  const RegisteredRegion* region = nullptr;
  RangeFault fault = RangeFault::kNone;
  std::uint64_t offset = 0;  ///< of the range in the region, bytes
};

/// Invariant: keys are unique; every region's page list covers it in full, so that a range that
/// passes its bounds check can be translated.
class RegionTable {
 public:
  /// `merge_runs`: adjacent pages that are contiguous in memory are one segment. Throws
  /// `std::logic_error` for a key that comes twice, or where `problem` finds one.
  RegionTable(std::vector<Region> regions, bool merge_runs);

  /// Looks up the range of `bytes` bytes (1 or more) from IOVA `address` on. The checks come in
  /// this order: key, bounds, access (all bits of `rights`). The bounds are those of rxe: a fault
  /// where `address < iova || bytes > length || address > iova + length - bytes`, calculated so
  /// that nothing wraps; a range that ends at 2^64 is legal.
  RangeLookup look_up(RegionKey key, std::uint64_t address, std::uint64_t bytes,
                      std::uint8_t rights) const;

  /// The region of `key`, or nullptr.
  const RegisteredRegion* find(RegionKey key) const;
  std::size_t size() const { return regions_.size(); }

  /// What is wrong with a region, in words that follow its name ("has ..."); empty where it is
  /// fine.
  static std::string_view problem(const Region& region);

 private:
  std::vector<RegisteredRegion> regions_;
  boost::unordered_flat_map<std::uint32_t, std::uint32_t> by_key_;
};

}  // namespace sgdma::platform
