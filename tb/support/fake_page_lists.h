/// Page lists at fixed places.
#pragma once

#include "core/translation/page_lists.h"

namespace sgdma::test {

/// That of registration k stands at 64 MiB + k x 64 KiB.
class FakePageLists final : public core::PageLists {
 public:
  std::uint64_t page_list_of(RegionHandle region) const override {
    return 0x4000000U + std::uint64_t{raw(region)} * 0x10000U;
  }
};

}  // namespace sgdma::test
