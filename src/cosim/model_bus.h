/// The model's side of the bus, as pins would have it.
#pragma once

#include <cstdint>

#include "cosim/rtl_engine.h"
#include "types/burst.h"
#include "types/completion_tag.h"

namespace sgdma::cosim {

/// What is driven and not accepted yet, behind an edge.
struct ModelBus {
  RtlState::Address ar;
  RtlState::Address aw;
  bool w_valid = false;
  bool w_last = false;
  bool w_cut = false;
  std::uint32_t w_slot = 0;
  std::uint32_t w_offset = 0;  ///< of the beat's first byte in its transfer
  BeatRange w_range;
  CompletionTag owner;  ///< of the write beat
};

}  // namespace sgdma::cosim
