/// A transfer before it begins: work that has been checked and whose target has been selected.
#pragma once

#include <cstdint>
#include <optional>

#include <boost/container/small_vector.hpp>

#include "types/completion_tag.h"
#include "types/cycle.h"
#include "types/direction.h"
#include "types/ids.h"
#include "types/segment.h"

namespace sgdma {

/// Handed to the engine at intake. The sum of the segments is `bytes`; there are no segments where
/// `bytes` is zero. Nothing in here is a permission, a bound or a key.
struct TransferRequest {
  CompletionTag tag;
  QpIndex qp{};
  Direction direction = Direction::kGather;
  /// A responder's gather or atomic: granted only when every earlier scatter of its queue pair is
  /// safe in memory.
  bool after_scatters = false;
  std::uint32_t bytes = 0;  ///< 0 to 2^31
  boost::container::small_vector<Segment, 3> segments;
  /// Physical address of the 8-byte granule that an atomic locks. Its gather takes the lock, and
  /// the scatter that the engine makes of the same request gives it back.
  std::optional<std::uint64_t> atomic_granule;

  /// Edge at which intake took the request. Filled by the engine.
  Cycle taken_at = 0;
};

}  // namespace sgdma
