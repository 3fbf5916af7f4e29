#include "oracle/target_map.h"

#include <algorithm>

namespace sgdma::oracle {
namespace {

bool covers(const platform::Region& region, std::uint64_t iova, std::uint64_t bytes) {
  return iova >= region.iova && bytes <= region.bytes && iova - region.iova <= region.bytes - bytes;
}

}  // namespace

TargetMap::TargetMap(const std::vector<platform::Region>& regions, bool merge_runs)
    : listed_(regions), merge_runs_(merge_runs) {
  for (std::uint32_t listed = 0; listed < regions.size(); ++listed) {
    if (regions[listed].registered) {
      enter(listed);
    }
  }
}

std::optional<RegionHandle> TargetMap::deregister(RegionKey key) {
  const auto found = by_key_.find(raw(key));
  if (found == by_key_.end()) {
    return std::nullopt;
  }
  const RegionHandle handle = found->second;
  by_key_.erase(found);
  return handle;
}

std::optional<RegionHandle> TargetMap::enter(std::uint32_t listed) {
  const RegionHandle handle{registrations()};
  if (listed >= listed_.size() || !by_key_.emplace(raw(listed_[listed].key), handle).second) {
    return std::nullopt;
  }
  by_handle_.push_back(&listed_[listed]);
  return handle;
}

TargetMap::Registration TargetMap::find(RegionKey key) const {
  const auto found = by_key_.find(raw(key));
  return found == by_key_.end() ? Registration{}
                                : Registration{&region(found->second), found->second};
}

StatusSet TargetMap::local(const SgeRange& range, std::uint8_t access, ByteMap& map) const {
  std::uint64_t skip = range.offset;
  std::uint64_t left = range.bytes;
  for (std::size_t at = 0; at < range.count && left > 0; ++at) {
    const platform::ScatterGatherEntry& sge = range.first[at];
    if (sge.bytes <= skip) {
      skip -= sge.bytes;
      continue;
    }
    const std::uint64_t take = std::min(left, sge.bytes - skip);
    const StatusSet faults = faults_of(sge, skip, take, access);
    if (!faults.empty()) {
      return faults;
    }
    append(find(sge.key), sge.address + skip, take, map);
    left -= take;
    skip = 0;
  }
  return left == 0 ? StatusSet{} : StatusSet{CompletionStatus::kLocLenErr};
}

StatusSet TargetMap::whole_list(const SgeRange& list, std::uint8_t access) const {
  StatusSet faults;
  for (std::size_t at = 0; at < list.count; ++at) {
    if (list.first[at].bytes > 0) {
      faults |= faults_of(list.first[at], 0, list.first[at].bytes, access);
    }
  }
  return faults;
}

StatusSet TargetMap::faults_of(const platform::ScatterGatherEntry& sge, std::uint64_t offset,
                               std::uint64_t bytes, std::uint8_t access) const {
  const platform::Region* region = find(sge.key).region;
  const bool wraps = sge.address + offset < sge.address;
  if (region == nullptr || wraps || !covers(*region, sge.address + offset, bytes)) {
    return {CompletionStatus::kLocProtErr};
  }
  if ((region->access & access) != access) {
    return {CompletionStatus::kLocProtErr, CompletionStatus::kLocAccessErr};
  }
  return {};
}

StatusSet TargetMap::remote_faults(RegionKey key, std::uint64_t iova, std::uint64_t bytes,
                                   std::uint8_t access) const {
  const platform::Region* region = find(key).region;
  if (region == nullptr || !covers(*region, iova, bytes) || (region->access & access) != access) {
    return {CompletionStatus::kRemAccessErr};
  }
  return {};
}

StatusSet TargetMap::remote(RegionKey key, std::uint64_t iova, std::uint64_t bytes,
                            std::uint8_t access, ByteMap& map) const {
  const StatusSet faults = remote_faults(key, iova, bytes, access);
  if (faults.empty()) {
    append(find(key), iova, bytes, map);
  }
  return faults;
}

void TargetMap::append(const Registration& registration, std::uint64_t iova, std::uint64_t bytes,
                       ByteMap& map) const {
  const platform::Region& region = *registration.region;
  std::uint64_t at = region.first_byte_offset + (iova - region.iova);
  std::uint64_t expected = 0;
  bool first = true;
  while (bytes > 0) {
    const std::uint64_t in_page = at % region.page_bytes;
    const std::uint64_t address = region.pages[at / region.page_bytes] + in_page;
    const auto take = static_cast<std::uint32_t>(std::min(bytes, region.page_bytes - in_page));
    if (merge_runs_ && !first && address == expected) {
      map.extend(take);
    } else {
      map.append(address, take, registration.handle);
    }
    first = false;
    expected = address + take;
    at += take;
    bytes -= take;
  }
}

}  // namespace sgdma::oracle
