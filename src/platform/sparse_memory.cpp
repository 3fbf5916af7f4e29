#include "platform/sparse_memory.h"

#include <algorithm>
#include <cstring>

namespace sgdma::platform {

SparseMemory::Page* SparseMemory::find(std::uint64_t number) const {
  if (number != read_number_) {
    const auto found = pages_.find(number);
    read_number_ = number;
    read_page_ = found == pages_.end() ? nullptr : found->second.get();
  }
  return read_page_;
}

SparseMemory::Page& SparseMemory::make(std::uint64_t number) {
  if (number != write_number_) {
    auto& page = pages_[number];
    if (!page) {
      page.reset(new Page);  // not zeroed: the pattern fills it
      fill_pattern(kMemoryPattern, number * kPageBytes, page->data(), kPageBytes);
      read_number_ = ~std::uint64_t{0};
    }
    write_number_ = number;
    write_page_ = page.get();
  }
  return *write_page_;
}

void SparseMemory::read_elsewhere(std::uint64_t address, std::uint8_t* data,
                                  std::uint32_t bytes) const {
  while (bytes > 0) {
    const auto in_page = static_cast<std::uint32_t>(address % kPageBytes);
    const std::uint32_t chunk = std::min(bytes, kPageBytes - in_page);
    if (const Page* page = find(address / kPageBytes); page != nullptr) {
      std::memcpy(data, page->data() + in_page, chunk);
    } else {
      fill_pattern(kMemoryPattern, address, data, chunk);
    }
    address += chunk;
    data += chunk;
    bytes -= chunk;
  }
}

void SparseMemory::write_elsewhere(std::uint64_t address, const std::uint8_t* data,
                                   std::uint32_t bytes) {
  while (bytes > 0) {
    const auto in_page = static_cast<std::uint32_t>(address % kPageBytes);
    const std::uint32_t chunk = std::min(bytes, kPageBytes - in_page);
    std::memcpy(make(address / kPageBytes).data() + in_page, data, chunk);
    address += chunk;
    data += chunk;
    bytes -= chunk;
  }
}

}  // namespace sgdma::platform
