/// What the engine does on the bus, in the oracle's own words.
#pragma once

#include <cstdint>

#include "types/bus_status.h"
#include "types/completion_tag.h"
#include "types/cycle.h"
#include "types/direction.h"
#include "types/ids.h"

namespace sgdma::oracle {

/// Whose it is.
struct BusOwner {
  SlotIndex slot{};
  Direction direction{};
  CompletionTag tag;
  BusTag bus_tag{};
};

struct SeenBurst {
  BusOwner owner;
  std::uint32_t segment = 0;
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  std::uint32_t beats = 0;
};

struct SeenBeat {
  BusOwner owner;
  std::uint32_t beat = 0;  ///< position in its burst
  bool last = false;       ///< of its burst
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  std::uint32_t burst_offset = 0;      ///< bytes of the burst before
  std::uint32_t offset = 0;            ///< bytes of the transfer before
  std::uint32_t remaining = 0;         ///< bytes of the transfer afterwards
  Cycle driven = 0;                    ///< edge that drove the beat, or its request
  const std::uint8_t* data = nullptr;  ///< gather only
};

struct SeenResponse {
  BusOwner owner;
  std::uint64_t address = 0;
  BusStatus status = BusStatus::kOkay;
};

}  // namespace sgdma::oracle
