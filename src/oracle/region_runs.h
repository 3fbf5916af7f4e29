/// Which registrations a part of a map touches.
#pragma once

#include <algorithm>
#include <cstdint>

#include "oracle/byte_map.h"
#include "oracle/region_lives.h"
#include "types/completion_status.h"
#include "types/completion_tag.h"

namespace sgdma::oracle {

/// Whether a run of the `bytes` bytes from `from` on is of a registration that `matches`.
template <class Matches>
bool any_region(const ByteMap& map, MapCursor from, std::uint32_t bytes, Matches matches) {
  while (bytes > 0 && !map.at_end(from)) {
    if (matches(map.runs()[from.run].region)) {
      return true;
    }
    const std::uint32_t step = std::min(bytes, map.left_in_run(from));
    map.advance(from, step);
    bytes -= step;
  }
  return false;
}

/// Whether any of them is registered no more, or about to be.
inline bool touches_ended(const RegionLives& lives, const ByteMap& map, const MapCursor& from,
                          std::uint32_t bytes) {
  return lives.any_ended() && any_region(map, from, bytes, [&](RegionHandle region) {
           return lives.of(region) != RegionLife::kRegistered;
         });
}

/// The status of a transfer that fails because its region is gone: its own WQE named the region, or
/// the packet of its peer did.
constexpr CompletionStatus region_status(const CompletionTag& tag) {
  return tag.side == Side::kResponder ? CompletionStatus::kRemAccessErr
                                      : CompletionStatus::kLocProtErr;
}

/// Whether the engine says with it that a region is gone: it looks at no key.
constexpr bool is_region_status(CompletionStatus status) {
  return status == CompletionStatus::kRemAccessErr || status == CompletionStatus::kLocProtErr;
}

}  // namespace sgdma::oracle
