/// What host memory must hold: pages that were written, with what ought to have been written.
///
/// Invariant: a byte that was never written is that of `kMemoryPattern` at its address. A line that
/// is a piece of a pattern is kept as that, in eight bytes; only the others are kept as bytes.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "oracle/right_line.h"
#include "types/byte_pattern.h"

namespace sgdma::oracle {

class ShadowPage {
 public:
  static constexpr std::uint64_t kBytes = 4096;

  /// Of the page that holds `address`, as nobody wrote it.
  explicit ShadowPage(std::uint64_t address);

  /// Whether the line of `address` is a piece of a pattern.
  bool is_pattern(std::uint64_t address) const { return (loose_ >> line(address) & 1U) == 0; }
  /// Which one, from the line's first word on. Requires `is_pattern(address)`.
  std::uint64_t pattern(std::uint64_t address) const { return from_[line(address)]; }
  /// The line of `address` is that from now on.
  void set_pattern(std::uint64_t address, std::uint64_t from) {
    loose_ &= ~(std::uint64_t{1} << line(address));
    from_[line(address)] = from;
  }
  /// The byte at `address`. Requires the line not to be a piece of a pattern.
  const std::uint8_t* at(std::uint64_t address) const { return bytes_->data() + address % kBytes; }
  /// The same, of a line that need not be one from now on.
  std::uint8_t* loosen(std::uint64_t address);

 private:
  static std::uint64_t line(std::uint64_t address) { return address % kBytes / kPatternLine; }

  std::uint64_t loose_ = 0;  ///< a bit for each line that is no piece of a pattern
  std::array<std::uint64_t, kBytes / kPatternLine> from_;
  std::unique_ptr<std::array<std::uint8_t, kBytes>> bytes_;  ///< where there is such a line
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
  /// `near` is the page of `address`, or knows that there is none.
  void locate(PageHandle& near, std::uint64_t address) const;
  /// The page of `address`, which exists from now on.
  ShadowPage& page(PageHandle& near, std::uint64_t address);
  /// Pages that were written.
  std::size_t pages() const { return count_; }

 private:
  boost::unordered_flat_map<std::uint64_t, ShadowPage*> by_number_;
  std::vector<std::unique_ptr<ShadowPage>> pages_;
  std::size_t count_ = 0;  ///< of pages
};

}  // namespace sgdma::oracle
