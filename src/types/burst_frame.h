/// Where a beat of the memory bus belongs.
#pragma once

#include <cstdint>

#include "types/burst.h"
#include "types/completion_tag.h"
#include "types/ids.h"

namespace sgdma {

/// What goes with each beat, for those that know bursts.
struct BurstFrame {
  BusTag tag{};
  SlotIndex slot{};
  CompletionTag owner;
  Burst burst;
  std::uint32_t beat = 0;  ///< position in the burst
  bool cut = false;        ///< the beat moves nothing
  bool page_list = false;  ///< of a line of a page list: `owner` says nothing
};

}  // namespace sgdma
