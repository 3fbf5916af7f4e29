/// What host memory must hold: pages that were written, with what ought to have been written.
///
/// Invariant: a byte that was never written is that of `kMemoryPattern` at its address. A page
/// knows by the line what was written; the other lines of it hold nothing.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "types/byte_pattern.h"

namespace sgdma::oracle {

class ShadowPage {
 public:
  static constexpr std::uint64_t kBytes = 4096;

  /// Whether the line of `address` was written.
  bool holds(std::uint64_t address) const { return (written_ >> line(address) & 1U) != 0; }
  /// The line at `address` is about to be written, all of it.
  std::uint8_t* begin_line(std::uint64_t address) {
    written_ |= std::uint64_t{1} << line(address);
    return at(address);
  }
  std::uint8_t* at(std::uint64_t address) { return bytes_.data() + address % kBytes; }
  const std::uint8_t* at(std::uint64_t address) const { return bytes_.data() + address % kBytes; }

 private:
  static std::uint64_t line(std::uint64_t address) { return address % kBytes / kPatternLine; }

  std::uint64_t written_ = 0;  ///< a bit for each line
  std::array<std::uint8_t, kBytes> bytes_;
};

/// Remembers where a page is, or that there was none. Valid for one memory.
struct PageHandle {
  std::uint64_t number = ~std::uint64_t{0};
  ShadowPage* page = nullptr;
  std::size_t known_pages = 0;  ///< an absent page stays absent while no page is added
};

class ShadowMemory {
 public:
  /// Whether `near` says of the page of `address` where it is, or that there is none.
  bool knows(const PageHandle& near, std::uint64_t address) const {
    return near.number == address / ShadowPage::kBytes &&
           (near.page != nullptr || near.known_pages == count_);
  }
  /// Copies `bytes` bytes from `address` on to `out`. Requires them to lie in one page.
  void read(PageHandle& near, std::uint64_t address, std::uint8_t* out, std::uint32_t bytes) const;
  /// The byte at `address`, of `bytes` bytes that are about to be written. Requires them to lie in
  /// one page, which exists from now on.
  std::uint8_t* writable(PageHandle& near, std::uint64_t address, std::uint32_t bytes);
  /// Pages that were written.
  std::size_t pages() const { return count_; }

 private:
  void locate(PageHandle& near, std::uint64_t address) const;

  boost::unordered_flat_map<std::uint64_t, ShadowPage*> by_number_;
  std::vector<std::unique_ptr<ShadowPage>> pages_;
  std::size_t count_ = 0;  ///< of pages
};

}  // namespace sgdma::oracle
