#include "oracle/shadow_memory.h"

#include <cstring>

#include "types/byte_pattern.h"

namespace sgdma::oracle {

void ShadowMemory::locate(PageHandle& near, std::uint64_t number) const {
  if (near.number == number && (near.data != nullptr || near.known_pages == pages_.size())) {
    return;
  }
  const auto found = by_number_.find(number);
  near.number = number;
  near.data = found == by_number_.end() ? nullptr : found->second;
  near.known_pages = pages_.size();
}

std::uint8_t* ShadowMemory::add(std::uint64_t number) {
  std::uint8_t* data = pages_.emplace_back().data();
  fill_pattern(kMemoryPattern, number * kPageBytes, data, kPageBytes);
  by_number_.emplace(number, data);
  return data;
}

void ShadowMemory::read(PageHandle& near, std::uint64_t address, std::uint8_t* out,
                        std::uint32_t bytes) const {
  locate(near, address / kPageBytes);
  if (near.data == nullptr) {
    fill_pattern(kMemoryPattern, address, out, bytes);
  } else {
    std::memcpy(out, near.data + address % kPageBytes, bytes);
  }
}

std::uint8_t* ShadowMemory::writable(PageHandle& near, std::uint64_t address) {
  locate(near, address / kPageBytes);
  if (near.data == nullptr) {
    near.data = add(near.number);
  }
  return near.data + address % kPageBytes;
}

}  // namespace sgdma::oracle
