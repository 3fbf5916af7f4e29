#include "platform/memory/page_arena.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <sys/mman.h>

namespace sgdma::platform {

namespace {

constexpr std::size_t kFirstPages = 16;
constexpr std::size_t kHugePage = std::size_t{2} << 20U;  // bytes

}  // namespace

void PageArena::Free::operator()(Page* slab) const { std::free(slab); }

void PageArena::grow() {
  slab_pages_ = std::min(std::max(kFirstPages, 2 * slab_pages_), kHugePage / kPageBytes);
  const std::size_t bytes = slab_pages_ * kPageBytes;
  void* slab = std::aligned_alloc(bytes, bytes);
  if (slab == nullptr) {
    throw std::bad_alloc();
  }
  slabs_.emplace_back(static_cast<Page*>(slab));
  if (bytes == kHugePage) {
    // Only a hint: where it is not taken the pages are small ones.
    static_cast<void>(madvise(slab, bytes, MADV_HUGEPAGE));
  }
  next_ = slabs_.back().get();
  left_ = slab_pages_;
}

}  // namespace sgdma::platform
