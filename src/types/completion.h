/// What the completion port presents when a transfer has finished.
#pragma once

#include <cstdint>

#include "types/bus_status.h"
#include "types/completion_status.h"
#include "types/completion_tag.h"
#include "types/direction.h"

namespace sgdma {

/// The first fault of a transfer, in address order. Meaningful when `status` is not OKAY.
struct FaultRecord {
  std::uint64_t address = 0;  ///< of the first byte of the beat that failed
  std::uint32_t segment = 0;  ///< scatter-gather cursor at that beat
  std::uint32_t beat = 0;     ///< position of the beat in its burst; 0 for a write response
  BusStatus status = BusStatus::kOkay;
};

/// Exactly one per transfer, never presented before the last byte is safe.
struct Completion {
  CompletionTag tag;
  Direction direction = Direction::kGather;
  CompletionStatus status = CompletionStatus::kSuccess;
  std::uint32_t bytes = 0;  ///< bytes that moved, 0 to 2^31
  FaultRecord fault;
};

}  // namespace sgdma
