/// Builds memory regions from the entries of `[[region]]`.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/wide.h"
#include "workload/config/error_list.h"
#include "workload/config/list_entries.h"
#include "workload/config/table_reader.h"

namespace sgdma::workload {

/// Pages that the region covers; the product with `page_bytes` may be beyond 2^64.
core::WideUnsigned pages_needed(const platform::Region& region);

/// Checks each region, and makes sure that names come once, as do keys of regions that are
/// registered from the start, and that the lists of pages fit in memory.
class RegionBuilder {
 public:
  explicit RegionBuilder(ErrorList& errors) : errors_(errors) {}

  /// Of the orders that are drawn. Before any entry.
  void set_seed(std::uint64_t seed) { seed_ = seed; }

  /// `seen` says which keys the entry at `place` had; all of them were good.
  void add(RegionEntry entry, const KeysSeen& seen, Place place);

  std::vector<platform::Region> take() { return std::move(regions_); }

 private:
  void check_pages(const platform::Region& region, const KeysSeen& seen, Place place);
  void fill_pages(RegionEntry& entry, Place place);
  void shuffle(platform::Region& region) const;
  void check_unique(const platform::Region& region, const KeysSeen& seen, Place place);

  ErrorList& errors_;
  std::vector<platform::Region> regions_;
  std::uint64_t seed_ = 0;
  std::uint64_t pages_ = 0;  ///< of all regions
  std::set<std::string> names_;
  std::map<RegionKey, std::string> keys_;
};

}  // namespace sgdma::workload
