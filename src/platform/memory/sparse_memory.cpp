#include "platform/memory/sparse_memory.h"

#include <algorithm>

namespace sgdma::platform {

Page* SparseMemory::find(std::uint64_t number) const {
  if (number != read_.number) {
    const auto found = pages_.find(number);
    read_ = {number, found == pages_.end() ? nullptr : found->second};
  }
  return read_.page;
}

Page& SparseMemory::make(std::uint64_t number) {
  NumberedPage& known = recent(number);
  if (number != known.number) {
    Page*& page = pages_[number];
    if (page == nullptr) {
      page = arena_.take();
      fill_pattern(kMemoryPattern, number * kPageBytes, page->data(), kPageBytes);
      read_ = {};
    }
    known = {number, page};
  }
  write_ = known;
  return *known.page;
}

void SparseMemory::read_elsewhere(std::uint64_t address, std::uint8_t* data,
                                  std::uint32_t bytes) const {
  while (bytes > 0) {
    const auto in_page = static_cast<std::uint32_t>(address % kPageBytes);
    const std::uint32_t chunk = std::min(bytes, kPageBytes - in_page);
    if (const Page* page = find(address / kPageBytes); page != nullptr) {
      copy_bytes(data, page->data() + in_page, chunk);
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
    copy_bytes(make(address / kPageBytes).data() + in_page, data, chunk);
    address += chunk;
    data += chunk;
    bytes -= chunk;
  }
}

}  // namespace sgdma::platform
