/// Translation of a byte range of a memory region to physical segments.
#pragma once

#include <cstdint>
#include <vector>

#include <boost/container/small_vector.hpp>

#include "types/segment.h"

namespace sgdma::core {

/// The pages behind a region. Byte `offset` of the region stands at
/// `pages[(first_byte_offset + offset) / page_bytes] + (first_byte_offset + offset) % page_bytes`:
/// the region's own address (IOVA) plays no part, and adjacent pages need not be adjacent in
/// memory.
///
/// Invariant: every page is aligned to the page size, and so no segment runs past a page into
/// memory that does not belong to the region. Timing: none; a translation is a plain calculation.
class PageList {
 public:
  static constexpr std::uint64_t kMinPageBytes = 4096;         ///< 4 KiB
  static constexpr std::uint64_t kMaxPageBytes = 1ULL << 30U;  ///< 1 GiB

  /// `page_bytes`: a power of two, 4 KiB to 1 GiB. `first_byte_offset`: of byte 0, in bytes from
  /// the start of the first page; one that is not below `page_bytes` selects a later page.
  /// `merge_runs`: adjacent pages that are contiguous in memory become one segment. Throws
  /// `std::logic_error` where a page size or a page's alignment is wrong.
  PageList(std::uint64_t page_bytes, std::uint64_t first_byte_offset,
           std::vector<std::uint64_t> pages, bool merge_runs);

  /// Entries of the list.
  std::uint64_t pages() const { return pages_.size(); }
  /// Bytes from byte 0 to the end of the last page; 0 where the offset lies behind it.
  std::uint64_t bytes() const;
  /// Physical address of byte `offset`. Requires `offset < bytes()`.
  std::uint64_t address(std::uint64_t offset) const;
  /// Appends the segments of bytes `offset` to `offset + bytes - 1`, in order, as those of
  /// `region`; each names the page of its first byte. `bytes` is 0 to 2^31, and 0 appends nothing.
  /// A segment never merges with one that was in the list before. Requires `offset + bytes <=
  /// this->bytes()`.
  void append_segments(RegionHandle region, std::uint64_t offset, std::uint32_t bytes,
                       boost::container::small_vector_base<Segment>& segments) const;

 private:
  std::uint64_t first_byte_offset_;
  std::vector<std::uint64_t> pages_;
  std::uint32_t page_shift_;
  bool merge_runs_;
};

}  // namespace sgdma::core
