/// The six architected fields of a running transfer.
#pragma once

#include <cstdint>

#include "types/completion_tag.h"
#include "types/direction.h"
#include "types/ids.h"

namespace sgdma {

/// Scratch space: allocated at the grant, updated with every beat, gone with the last one. Holds no
/// permission, no bound, no key, nothing that outlives the transfer.
struct InFlightEntry {
  QpNumber qp{};                ///< faults and completions are attributed by it; never moves
  Direction direction{};        ///< never moves
  std::uint64_t address = 0;    ///< physical, where the next byte moves to or from; every beat
  std::uint32_t remaining = 0;  ///< bytes left, up to 2^31; every beat
  std::uint32_t cursor = 0;     ///< active segment, from 0; at a segment's end
  CompletionTag tag;            ///< never moves
};

}  // namespace sgdma
