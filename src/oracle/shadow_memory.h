/// What host memory must hold: pages that were written, with what ought to have been written.
///
/// Invariant: a byte that was never written is that of `kMemoryPattern` at its address.
#pragma once

#include <array>
#include <cstdint>
#include <deque>

#include <boost/unordered/unordered_flat_map.hpp>

namespace sgdma::oracle {

/// Remembers where a page is, or that there was none. Valid for one memory.
struct PageHandle {
  std::uint64_t number = ~std::uint64_t{0};
  std::uint8_t* data = nullptr;
  std::uint64_t known_pages = 0;  ///< an absent page stays absent while no page is added
};

class ShadowMemory {
 public:
  static constexpr std::uint64_t kPageBytes = 4096;

  /// Copies `bytes` bytes from `address` on to `out`. Requires them to lie in one page.
  void read(PageHandle& near, std::uint64_t address, std::uint8_t* out, std::uint32_t bytes) const;
  /// The byte at `address`, to be written; the rest of its page follows. The page exists from now
  /// on.
  std::uint8_t* writable(PageHandle& near, std::uint64_t address);
  /// Pages that were written.
  std::size_t pages() const { return pages_.size(); }

 private:
  using Page = std::array<std::uint8_t, kPageBytes>;

  void locate(PageHandle& near, std::uint64_t number) const;
  std::uint8_t* add(std::uint64_t number);

  boost::unordered_flat_map<std::uint64_t, std::uint8_t*> by_number_;
  std::deque<Page> pages_;
};

}  // namespace sgdma::oracle
