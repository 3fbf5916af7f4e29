#include "core/page_list.h"

#include <algorithm>
#include <utility>

#include "core/ensure.h"

namespace sgdma::core {
namespace {

std::uint32_t shift_of(std::uint64_t page_bytes) {
  ensure(page_bytes >= PageList::kMinPageBytes && page_bytes <= PageList::kMaxPageBytes &&
             (page_bytes & (page_bytes - 1)) == 0,
         "a page is not a power of two from 4 KiB to 1 GiB");
  std::uint32_t shift = 0;
  while ((1ULL << shift) < page_bytes) {
    ++shift;
  }
  return shift;
}

}  // namespace

PageList::PageList(std::uint64_t page_bytes, std::uint64_t first_byte_offset,
                   std::vector<std::uint64_t> pages, bool merge_runs)
    : first_byte_offset_(first_byte_offset),
      pages_(std::move(pages)),
      page_shift_(shift_of(page_bytes)),
      merge_runs_(merge_runs) {
  for (const std::uint64_t page : pages_) {
    ensure((page & (page_bytes - 1)) == 0, "a page is not aligned to the page size");
  }
}

std::uint64_t PageList::bytes() const {
  const std::uint64_t backed = std::uint64_t{pages_.size()} << page_shift_;
  return backed > first_byte_offset_ ? backed - first_byte_offset_ : 0;
}

std::uint64_t PageList::address(std::uint64_t offset) const {
  const std::uint64_t position = first_byte_offset_ + offset;
  return pages_[position >> page_shift_] + (position & ((1ULL << page_shift_) - 1));
}

void PageList::append_segments(RegionHandle region, std::uint64_t offset, std::uint32_t bytes,
                               boost::container::small_vector_base<Segment>& segments) const {
  ensure(offset <= this->bytes() && bytes <= this->bytes() - offset,
         "a translation leaves its page list");
  const std::size_t before = segments.size();
  const std::uint64_t page_bytes = 1ULL << page_shift_;
  std::uint64_t position = first_byte_offset_ + offset;
  while (bytes > 0) {
    const std::uint64_t in_page = position & (page_bytes - 1);
    const std::uint64_t page = position >> page_shift_;
    const std::uint64_t start = pages_[page] + in_page;
    const auto run =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes, page_bytes - in_page));
    const bool contiguous = merge_runs_ && segments.size() > before &&
                            segments.back().address + segments.back().bytes == start;
    if (contiguous) {
      segments.back().bytes += run;
    } else {
      segments.push_back({start, run, region, static_cast<std::uint32_t>(page),
                          static_cast<std::uint8_t>(page_shift_)});
    }
    position += run;
    bytes -= run;
  }
}

}  // namespace sgdma::core
