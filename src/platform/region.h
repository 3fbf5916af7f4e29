/// A memory region as software registers it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "types/ids.h"

namespace sgdma::platform {

/// Access rights, as bits. Local reads are always allowed.
namespace access {
inline constexpr std::uint8_t kLocalWrite = 1;
inline constexpr std::uint8_t kRemoteWrite = 2;
inline constexpr std::uint8_t kRemoteRead = 4;
inline constexpr std::uint8_t kRemoteAtomic = 8;
}  // namespace access

/// The byte at IOVA `iova + i` stands at physical address
/// `pages[(first_byte_offset + i) / page_bytes] + (first_byte_offset + i) % page_bytes`.
/// Adjacent IOVA pages need not be adjacent in memory.
struct Region {
  std::string name;
  RegionKey key{};  ///< lkey and rkey; at any time of one region only
  std::uint64_t iova = 0;
  std::uint64_t bytes = 0;              ///< 1 or more; iova + bytes is at most 2^64
  std::uint64_t page_bytes = 4096;      ///< 4 KiB to 1 GiB, a power of two
  std::uint64_t first_byte_offset = 0;  ///< below page_bytes
  std::vector<std::uint64_t> pages;     ///< physical, aligned to page_bytes; covers the region
  std::uint8_t access = 0;
  bool registered = true;  ///< from the start; else when software asks for it
};

}  // namespace sgdma::platform
