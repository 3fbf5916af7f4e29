#include "platform/region_table.h"

#include <utility>

#include "core/ensure.h"

namespace sgdma::platform {

RegionTable::RegionTable(std::vector<Region> regions, bool merge_runs, PageListPlace place)
    : place_(place) {
  listed_.reserve(regions.size());
  by_key_.reserve(regions.size());
  for (Region& region : regions) {
    core::ensure(problem(region).empty(), "a region was not validated");
    listed_.push_back({region.key, region.iova, region.bytes, region.access,
                       core::PageList(region.page_bytes, region.first_byte_offset,
                                      std::move(region.pages), merge_runs)});
  }
  for (std::uint32_t listed = 0; listed < regions.size(); ++listed) {
    core::ensure(!regions[listed].registered || enter(listed).has_value(),
                 "two regions have one key");
  }
}

const RegisteredRegion* RegionTable::find(RegionKey key) const {
  const auto found = by_key_.find(raw(key));
  return found != by_key_.end() ? &registrations_[raw(found->second)] : nullptr;
}

std::optional<RegionHandle> RegionTable::deregister(RegionKey key) {
  const auto found = by_key_.find(raw(key));
  if (found == by_key_.end()) {
    return std::nullopt;
  }
  const RegionHandle handle = found->second;
  by_key_.erase(found);
  return handle;
}

std::optional<RegionHandle> RegionTable::enter(std::uint32_t listed) {
  const Listed& region = listed_[listed];
  const RegionHandle handle{static_cast<std::uint32_t>(registrations_.size())};
  if (!by_key_.emplace(raw(region.key), handle).second) {
    return std::nullopt;
  }
  constexpr std::uint64_t kEntryBytes = 8;
  const std::uint64_t list = region.pages.pages() * kEntryBytes;
  lists_.push_back(place_.address);
  place_.address += (list + place_.line_bytes - 1) / place_.line_bytes * place_.line_bytes;
  registrations_.push_back({handle, region.iova, region.bytes, region.access, region.pages});
  return handle;
}

RangeLookup RegionTable::look_up(RegionKey key, std::uint64_t address, std::uint64_t bytes,
                                 std::uint8_t rights) const {
  const RegisteredRegion* region = find(key);
  if (region == nullptr) {
    return {nullptr, RangeFault::kUnknownKey, 0};
  }
  if (address < region->iova || bytes > region->bytes ||
      address - region->iova > region->bytes - bytes) {
    return {nullptr, RangeFault::kOutOfBounds, 0};
  }
  if ((region->access & rights) != rights) {
    return {nullptr, RangeFault::kMissingAccess, 0};
  }
  return {region, RangeFault::kNone, address - region->iova};
}

std::string_view RegionTable::problem(const Region& region) {
  const std::uint64_t page = region.page_bytes;
  if (page < core::PageList::kMinPageBytes || page > core::PageList::kMaxPageBytes ||
      (page & (page - 1)) != 0) {
    return "has a page size that is not a power of two from 4 KiB to 1 GiB";
  }
  if (region.first_byte_offset >= page) {
    return "has a first-byte offset that is not below its page size";
  }
  if (region.bytes == 0) {
    return "has no bytes";
  }
  if (region.iova != 0 && region.bytes > 0 - region.iova) {
    return "ends above address 2^64";
  }
  // Compared in pages: the offset plus the length may exceed 2^64.
  const std::uint64_t in_first = page - region.first_byte_offset;
  const std::uint64_t behind = region.bytes > in_first ? region.bytes - in_first : 0;
  const std::uint64_t needed = 1 + behind / page + (behind % page != 0 ? 1 : 0);
  if (region.pages.size() < needed) {
    return "has a page list that is too short for its first-byte offset and length";
  }
  for (const std::uint64_t address : region.pages) {
    if ((address & (page - 1)) != 0) {
      return "has a page that is not aligned to its page size";
    }
  }
  return {};
}

}  // namespace sgdma::platform
