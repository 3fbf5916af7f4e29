#include "oracle/shadow_memory.h"

namespace sgdma::oracle {

void ShadowMemory::locate(PageHandle& near, std::uint64_t number) const {
  const auto found = by_number_.find(number);
  near.number = number;
  near.data = found == by_number_.end() ? nullptr : found->second;
  near.known_pages = count_;
}

void ShadowMemory::make(PageHandle& near, std::uint64_t number) {
  locate(near, number);
  if (near.data == nullptr) {
    near.data = pages_.emplace_back().data();
    ++count_;
    fill_pattern(kMemoryPattern, number * kPageBytes, near.data, kPageBytes);
    by_number_.emplace(number, near.data);
  }
}

}  // namespace sgdma::oracle
