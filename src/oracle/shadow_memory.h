/// What host memory must hold: pages that were written, with what ought to have been written.
///
/// Invariant: a byte that was never written is that of `kMemoryPattern` at its address.
#pragma once

#include <array>
#include <cstdint>
#include <deque>

#include <boost/unordered/unordered_flat_map.hpp>

#include "types/byte_pattern.h"
#include "types/copy_bytes.h"

namespace sgdma::oracle {

/// Remembers where a page is, or that there was none. Valid for one memory.
struct PageHandle {
  std::uint64_t number = ~std::uint64_t{0};
  std::uint8_t* data = nullptr;
  std::size_t known_pages = 0;  ///< an absent page stays absent while no page is added
};

class ShadowMemory {
 public:
  static constexpr std::uint64_t kPageBytes = 4096;

  /// Whether `near` says of the page of `address` where it is, or that there is none.
  bool knows(const PageHandle& near, std::uint64_t address) const {
    return near.number == address / kPageBytes &&
           (near.data != nullptr || near.known_pages == count_);
  }

  /// Copies `bytes` bytes from `address` on to `out`. Requires them to lie in one page.
  void read(PageHandle& near, std::uint64_t address, std::uint8_t* out, std::uint32_t bytes) const {
    if (!knows(near, address)) {
      locate(near, address / kPageBytes);
    }
    if (near.data == nullptr) {
      fill_pattern(kMemoryPattern, address, out, bytes);
    } else {
      copy_bytes(out, near.data + address % kPageBytes, bytes);
    }
  }
  /// The byte at `address`, to be written; the rest of its page follows. The page exists from now
  /// on.
  std::uint8_t* writable(PageHandle& near, std::uint64_t address) {
    if (near.number != address / kPageBytes || near.data == nullptr) {
      make(near, address / kPageBytes);
    }
    return near.data + address % kPageBytes;
  }
  /// Pages that were written.
  std::size_t pages() const { return count_; }

 private:
  using Page = std::array<std::uint8_t, kPageBytes>;

  [[gnu::noinline]] void locate(PageHandle& near, std::uint64_t number) const;
  /// As `locate`, and the page exists afterwards.
  [[gnu::noinline]] void make(PageHandle& near, std::uint64_t number);

  boost::unordered_flat_map<std::uint64_t, std::uint8_t*> by_number_;
  std::deque<Page> pages_;
  std::size_t count_ = 0;  ///< of pages
};

}  // namespace sgdma::oracle
