#include "platform/scatter_gather_walk.h"

#include <algorithm>

#include "core/ensure.h"

namespace sgdma::platform {

CompletionStatus append_segments(const RegionTable& regions, const ScatterGatherList& sges,
                                 std::uint32_t bytes, std::uint8_t rights,
                                 ScatterGatherCursor& cursor,
                                 boost::container::small_vector_base<Segment>& segments) {
  ScatterGatherCursor at = cursor;
  while (bytes > 0) {
    core::ensure(at.entry < sges.size(), "a walk leaves its scatter-gather list");
    const ScatterGatherEntry& sge = sges[at.entry];
    if (at.offset == sge.bytes) {
      at = {at.entry + 1, 0};
      continue;
    }
    const std::uint32_t run = std::min(bytes, sge.bytes - at.offset);
    // The offset cannot wrap the address where the whole entry is in bounds; where it is not, a
    // wrapped start must not look like a legal one.
    const std::uint64_t start = sge.address + at.offset;
    const RangeLookup found = regions.look_up(sge.key, start, run, rights);
    if (start < sge.address || found.region == nullptr) {
      return CompletionStatus::kLocProtErr;
    }
    found.region->append_segments(found.offset, run, segments);
    at.offset += run;
    bytes -= run;
  }
  cursor = at;
  return CompletionStatus::kSuccess;
}

}  // namespace sgdma::platform
