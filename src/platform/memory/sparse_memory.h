/// Bytes of a 64-bit address space, of which only what was written takes room.
#pragma once

#include <array>
#include <cstdint>

#include <boost/unordered/unordered_flat_map.hpp>

#include "platform/memory/page_arena.h"
#include "types/byte_pattern.h"
#include "types/copy_bytes.h"

namespace sgdma::platform {

/// What was never written reads as the memory pattern (types/byte_pattern.h). Memory used grows
/// with the 4 KiB pages written.
class SparseMemory {
 public:
  /// Ranges may cross pages; they do not wrap round the end of the address space.
  void read(std::uint64_t address, std::uint8_t* data, std::uint32_t bytes) const {
    const auto in_page = static_cast<std::uint32_t>(address % kPageBytes);
    if (address / kPageBytes != read_.number || bytes > kPageBytes - in_page) {
      read_elsewhere(address, data, bytes);
    } else if (read_.page != nullptr) {
      copy_bytes(data, read_.page->data() + in_page, bytes);
    } else {
      fill_pattern(kMemoryPattern, address, data, bytes);
    }
  }
  void write(std::uint64_t address, const std::uint8_t* data, std::uint32_t bytes) {
    const std::uint64_t number = address / kPageBytes;
    const auto in_page = static_cast<std::uint32_t>(address % kPageBytes);
    if (number == write_.number && bytes <= kPageBytes - in_page) {
      std::uint8_t* to = write_.page->data() + in_page;
      copy_bytes(to, data, bytes);
      // What is written next is mostly a little further, and mostly in no cache of the processor's.
      __builtin_prefetch(to + kAhead, 1);
    } else {
      write_elsewhere(address, data, bytes);
    }
  }
  std::size_t pages() const { return pages_.size(); }

 private:
  static constexpr std::uint64_t kNoPage = ~std::uint64_t{0};  ///< no page has this number
  static constexpr unsigned kRecentBits = 8;
  static constexpr std::uint32_t kAhead = 512;  ///< bytes

  struct NumberedPage {
    std::uint64_t number = kNoPage;
    Page* page = nullptr;
  };

  void read_elsewhere(std::uint64_t address, std::uint8_t* data, std::uint32_t bytes) const;
  void write_elsewhere(std::uint64_t address, const std::uint8_t* data, std::uint32_t bytes);
  Page* find(std::uint64_t number) const;
  Page& make(std::uint64_t number);
  /// The place of a page among those written lately. Regions often begin at multiples of large
  /// powers of two, so all bits count.
  NumberedPage& recent(std::uint64_t number) {
    return written_[number * 0x9E3779B97F4A7C15ULL >> (64U - kRecentBits)];
  }

  PageArena arena_;
  boost::unordered_flat_map<std::uint64_t, Page*> pages_;
  mutable NumberedPage read_;  ///< looked up last, also where nobody has written: then nullptr
  NumberedPage write_;         ///< written last
  /// Written lately: the bursts of many transfers take turns.
  std::array<NumberedPage, std::size_t{1} << kRecentBits> written_;
};

}  // namespace sgdma::platform
