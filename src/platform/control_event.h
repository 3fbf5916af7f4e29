/// A control request of the scenario: what, and when.
#pragma once

#include <cstdint>
#include <optional>

#include "platform/work_item.h"
#include "types/completion_tag.h"
#include "types/control.h"

namespace sgdma::platform {

/// A beat that a transfer moves. `last_part` of the tag does not count.
struct BeatTrigger {
  CompletionTag tag;
  std::uint64_t beat = 0;  ///< of the transfer, from 0; discarded and cut beats do not count
};

/// Asked for at a time, or when a beat has moved; it takes effect at the first edge after.
struct ControlEventConfig {
  ControlRequest request;
  Picoseconds at = 0;  ///< where there is no trigger
  std::optional<BeatTrigger> trigger;
};

}  // namespace sgdma::platform
