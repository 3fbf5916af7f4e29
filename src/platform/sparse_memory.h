/// Bytes of a 64-bit address space, of which only what was written takes room.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include <boost/unordered/unordered_flat_map.hpp>

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
    if (address / kPageBytes != read_number_ || bytes > kPageBytes - in_page) {
      read_elsewhere(address, data, bytes);
    } else if (read_page_ != nullptr) {
      copy_bytes(data, read_page_->data() + in_page, bytes);
    } else {
      fill_pattern(kMemoryPattern, address, data, bytes);
    }
  }
  void write(std::uint64_t address, const std::uint8_t* data, std::uint32_t bytes) {
    const auto in_page = static_cast<std::uint32_t>(address % kPageBytes);
    if (address / kPageBytes == write_number_ && bytes <= kPageBytes - in_page) {
      copy_bytes(write_page_->data() + in_page, data, bytes);
    } else {
      write_elsewhere(address, data, bytes);
    }
  }
  std::size_t pages() const { return pages_.size(); }

 private:
  static constexpr std::uint32_t kPageBytes = 4096;
  using Page = std::array<std::uint8_t, kPageBytes>;

  void read_elsewhere(std::uint64_t address, std::uint8_t* data, std::uint32_t bytes) const;
  void write_elsewhere(std::uint64_t address, const std::uint8_t* data, std::uint32_t bytes);
  Page* find(std::uint64_t number) const;
  Page& make(std::uint64_t number);

  boost::unordered_flat_map<std::uint64_t, std::unique_ptr<Page>> pages_;
  // The page looked up last; reads of pages that nobody wrote are remembered too.
  mutable std::uint64_t read_number_ = ~std::uint64_t{0};
  mutable Page* read_page_ = nullptr;
  std::uint64_t write_number_ = ~std::uint64_t{0};  ///< no page has this number
  Page* write_page_ = nullptr;
};

}  // namespace sgdma::platform
