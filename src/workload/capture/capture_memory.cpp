#include "workload/capture/capture_memory.h"

#include <algorithm>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "workload/capture/capture_error.h"

namespace sgdma::workload {
namespace {

constexpr std::uint64_t kSmallestPage = 4096;
constexpr std::uint64_t kLargestPage = std::uint64_t{1} << 30U;
/// Pages of all regions together, beyond which regions get larger pages.
constexpr std::uint64_t kPagesInAll = std::uint64_t{1} << 22U;
constexpr std::uint64_t kMostPagesOfRegion = std::uint64_t{1} << 16U;
constexpr std::uint64_t kFewestPagesOfRegion = 16;
constexpr std::uint64_t kFirstPhysical = std::uint64_t{1} << 28U;
constexpr std::uint64_t kPhysicalEnd = std::uint64_t{1} << 63U;
/// Odd, so that it permutes any window of 2^k pages; 3 modulo 8, so that no page follows its
/// predecessor even in small windows.
constexpr std::uint64_t kScatter = 0x9E3779AB;
constexpr std::uint64_t kLocalIova = 0x7F0000000000;
constexpr std::uint64_t kBufferAlignment = 64;
constexpr std::uint32_t kFirstLocalKey = 0x1000;

/// Gives regions their pages, one window of memory after the other.
class PhysicalMemory {
 public:
  explicit PhysicalMemory(std::size_t regions) {
    const std::uint64_t share = kPagesInAll / std::max<std::uint64_t>(1, regions);
    most_pages_ = std::clamp(share, kFewestPagesOfRegion, kMostPagesOfRegion);
  }

  void back(platform::Region& region) {
    std::uint64_t page = kSmallestPage;
    while (page < kLargestPage && pages_needed(region, page) > most_pages_) page *= 2;
    region.page_bytes = page;
    region.first_byte_offset = region.iova % page;
    const std::uint64_t pages = pages_needed(region, page);
    std::uint64_t window = 2;
    while (window < 2 * pages) window *= 2;
    const std::uint64_t base = (next_ + page - 1) / page * page;
    if (base >= kPhysicalEnd || (kPhysicalEnd - base) / page < window) {
      throw CaptureError("capture", "its regions need more than 2^63 bytes of memory");
    }
    region.pages.reserve(pages);
    for (std::uint64_t i = 0; i < pages; ++i) {
      region.pages.push_back(base + (i * kScatter) % window * page);
    }
    next_ = base + window * page;
  }

 private:
  static std::uint64_t pages_needed(const platform::Region& region, std::uint64_t page) {
    return (region.iova % page + region.bytes + page - 1) / page;
  }

  std::uint64_t most_pages_ = 0;
  std::uint64_t next_ = kFirstPhysical;
};

}  // namespace

CaptureMemory::CaptureMemory(const std::vector<std::pair<IpAddress, std::uint32_t>>& remote,
                             std::vector<std::string>& renamed)
    : keys_(std::numeric_limits<std::uint32_t>::max()) {
  std::vector<std::size_t> second;
  std::set<std::uint32_t> seen;
  for (std::size_t i = 0; i < remote.size(); ++i) {
    remote_.emplace_back();
    index_.emplace(remote[i], i);
    if (seen.insert(remote[i].second).second) {
      remote_[i].key = RegionKey{keys_.claim(remote[i].second)};
    } else {
      second.push_back(i);
    }
  }
  for (const std::size_t i : second) {
    const auto& [address, rkey] = remote[i];
    remote_[i].key = RegionKey{keys_.claim(rkey)};
    renamed.push_back(
        fmt::format("rkey 0x{:x} at {} is 0x{:x} here", rkey, address.text(), raw(remote_[i].key)));
  }
}

platform::ScatterGatherEntry CaptureMemory::take_buffer(QpNumber qp, std::uint64_t bytes) {
  const auto [found, added] = local_.try_emplace(raw(qp));
  Local& region = found->second;
  region.bytes = (region.bytes + kBufferAlignment - 1) / kBufferAlignment * kBufferAlignment;
  if (added) region.key = RegionKey{keys_.claim(kFirstLocalKey)};
  platform::ScatterGatherEntry entry;
  entry.address = kLocalIova + region.bytes;
  entry.bytes = static_cast<std::uint32_t>(bytes);
  entry.key = region.key;
  region.bytes += bytes;
  return entry;
}

RegionKey CaptureMemory::remote_key(const IpAddress& address, std::uint32_t rkey) const {
  return remote_[index_.at({address, rkey})].key;
}

bool CaptureMemory::cover(const IpAddress& address, std::uint32_t rkey, std::uint64_t iova,
                          std::uint64_t bytes, std::uint8_t access) {
  if (bytes == 0) return true;
  Remote& region = remote_[index_.at({address, rkey})];
  const std::uint64_t last = iova + (bytes - 1);
  const std::uint64_t first = region.covered ? std::min(region.first, iova) : iova;
  const std::uint64_t end = region.covered ? std::max(region.last, last) : last;
  if (end - first >= kLargestSpan) return false;
  region.first = first;
  region.last = end;
  region.access = static_cast<std::uint8_t>(region.access | access);
  region.covered = true;
  return true;
}

std::size_t CaptureMemory::remote_regions() const {
  return static_cast<std::size_t>(std::count_if(
      remote_.begin(), remote_.end(), [](const Remote& region) { return region.covered; }));
}

std::vector<platform::Region> CaptureMemory::regions() const {
  std::vector<platform::Region> regions;
  PhysicalMemory memory(local_regions() + remote_regions());
  for (const auto& [qp, local] : local_) {
    platform::Region region;
    region.name = fmt::format("local.{}", qp);
    region.key = local.key;
    region.iova = kLocalIova;
    region.bytes = local.bytes;
    region.access = platform::access::kLocalWrite;
    memory.back(region);
    regions.push_back(std::move(region));
  }
  for (const Remote& remote : remote_) {
    if (!remote.covered) continue;
    platform::Region region;
    region.name = fmt::format("remote.0x{:x}", raw(remote.key));
    region.key = remote.key;
    region.iova = remote.first;
    region.bytes = remote.last - remote.first + 1;
    region.access = remote.access;
    memory.back(region);
    regions.push_back(std::move(region));
  }
  return regions;
}

}  // namespace sgdma::workload
