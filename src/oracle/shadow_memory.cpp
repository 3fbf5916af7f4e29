#include "oracle/shadow_memory.h"

#include <algorithm>
#include <cstring>

namespace sgdma::oracle {

void ShadowMemory::locate(PageHandle& near, std::uint64_t address) const {
  if (knows(near, address)) {
    return;
  }
  near.number = address / ShadowPage::kBytes;
  const auto found = by_number_.find(near.number);
  near.page = found == by_number_.end() ? nullptr : found->second;
  near.known_pages = count_;
}

void ShadowMemory::read(PageHandle& near, std::uint64_t address, std::uint8_t* out,
                        std::uint32_t bytes) const {
  locate(near, address);
  while (bytes > 0) {
    const auto to_line_end = static_cast<std::uint32_t>(kPatternLine - address % kPatternLine);
    const std::uint32_t chunk = std::min(bytes, to_line_end);
    if (near.page != nullptr && near.page->holds(address)) {
      std::memcpy(out, near.page->at(address), chunk);
    } else {
      fill_pattern(kMemoryPattern, address, out, chunk);
    }
    address += chunk;
    out += chunk;
    bytes -= chunk;
  }
}

std::uint8_t* ShadowMemory::writable(PageHandle& near, std::uint64_t address, std::uint32_t bytes) {
  locate(near, address);
  if (near.page == nullptr) {
    pages_.push_back(std::unique_ptr<ShadowPage>(new ShadowPage));  // its bytes are not set
    near.page = pages_.back().get();
    ++count_;
    by_number_.emplace(near.number, near.page);
  }
  const std::uint64_t begin = address - address % kPatternLine;
  for (std::uint64_t line = begin; line < address + bytes; line += kPatternLine) {
    if (!near.page->holds(line)) {
      fill_pattern(kMemoryPattern, line, near.page->begin_line(line), kPatternLine);
    }
  }
  return near.page->at(address);
}

}  // namespace sgdma::oracle
