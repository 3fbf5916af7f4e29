/// From scatter-gather entries to segments.
#pragma once

#include <cstdint>

#include <boost/container/small_vector.hpp>

#include "platform/qp_context.h"
#include "platform/region_table.h"
#include "types/completion_status.h"
#include "types/segment.h"

namespace sgdma::platform {

/// Appends the segments of the next `bytes` bytes of `sges` from `cursor` on, and moves the cursor
/// behind them. Entries of zero length are passed over, their keys unchecked; segments of different
/// entries are never merged. LOC_PROT_ERR where a range that is touched has an unknown key, is out
/// of bounds or lacks `rights`; then the cursor stays where it was (rdma.md rule 21) and the
/// segments are of no use. Requires the list to hold `bytes` bytes from the cursor on.
CompletionStatus append_segments(const RegionTable& regions, const ScatterGatherList& sges,
                                 std::uint32_t bytes, std::uint8_t rights,
                                 ScatterGatherCursor& cursor,
                                 boost::container::small_vector_base<Segment>& segments);

}  // namespace sgdma::platform
