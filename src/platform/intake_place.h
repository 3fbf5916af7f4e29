/// Where and when intake looks at an item.
#pragma once

#include "platform/qp_context.h"
#include "types/cycle.h"
#include "types/ids.h"

namespace sgdma::platform {

/// A queue pair at an edge.
struct IntakePlace {
  Cycle now = 0;
  QpIndex qp{};
  QpNumber number{};
  QpContext& context;

  /// Tag of the queue pair's transfers in its present incarnation.
  CompletionTag tag(Side side, std::uint32_t number_in_queue, std::uint32_t part) const {
    return {number, number_in_queue, part, context.epoch, side, true};
  }
};

}  // namespace sgdma::platform
