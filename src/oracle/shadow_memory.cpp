#include "oracle/shadow_memory.h"

#include <algorithm>
#include <cstring>

namespace sgdma::oracle {

ShadowPage::ShadowPage(std::uint64_t address) {
  std::uint64_t from = pattern_from(kMemoryPattern, (address - address % kBytes) / 8);
  for (std::uint64_t& line : from_) {
    line = from;
    from += kLineStep;
  }
}

std::uint8_t* ShadowPage::loosen(std::uint64_t address) {
  if (bytes_ == nullptr) {
    bytes_.reset(new std::array<std::uint8_t, kBytes>);  // they are not set
  }
  const std::uint64_t begin = address % kBytes - address % kPatternLine;
  if (is_pattern(address)) {
    put_line(pattern(address), bytes_->data() + begin);
    loose_ |= std::uint64_t{1} << line(address);
  }
  return bytes_->data() + address % kBytes;
}

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
    const auto in_line = static_cast<std::uint32_t>(address % kPatternLine);
    const std::uint32_t chunk = std::min(bytes, kPatternLine - in_line);
    if (near.page == nullptr) {
      fill_pattern(kMemoryPattern, address, out, chunk);
    } else if (!near.page->is_pattern(address)) {
      std::memcpy(out, near.page->at(address), chunk);
    } else {
      std::array<std::uint8_t, kPatternLine> line;
      put_line(near.page->pattern(address), line.data());
      std::memcpy(out, line.data() + in_line, chunk);
    }
    address += chunk;
    out += chunk;
    bytes -= chunk;
  }
}

ShadowPage& ShadowMemory::page(PageHandle& near, std::uint64_t address) {
  locate(near, address);
  if (near.page == nullptr) {
    pages_.push_back(std::make_unique<ShadowPage>(address));
    near.page = pages_.back().get();
    ++count_;
    by_number_.emplace(near.number, near.page);
  }
  return *near.page;
}

std::uint8_t* ShadowMemory::writable(PageHandle& near, std::uint64_t address, std::uint32_t bytes) {
  ShadowPage& written = page(near, address);
  std::uint8_t* first = written.loosen(address);
  for (std::uint64_t line = address - address % kPatternLine + kPatternLine; line < address + bytes;
       line += kPatternLine) {
    written.loosen(line);
  }
  return first;
}

}  // namespace sgdma::oracle
