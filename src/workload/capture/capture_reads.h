/// READs and atomics whose responses a capture holds, as their requester saw them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "workload/capture/capture_receivers.h"
#include "workload/capture/capture_sequence.h"
#include "workload/capture/capture_skip.h"
#include "workload/capture/roce_packet.h"

namespace sgdma::workload {

/// A request that left a receiver, and what came back.
struct CaptureRead {
  std::size_t request = 0;                ///< packet, at its first transmission
  std::uint64_t psn = 0;                  ///< of the request, extended
  std::vector<AcceptedPacket> responses;  ///< one or more, from the first on, without a gap
  std::uint64_t expected = 0;             ///< responses in all
  bool open() const { return responses.size() < expected; }  ///< cut off by the end of the capture
};

struct CaptureReads {
  std::vector<CaptureRead> reads;  ///< in order of their PSNs, which is that of their WQEs
  /// Responses that belong to no usable request, each with its reason.
  std::vector<std::pair<std::size_t, CaptureSkip>> skipped;
};

/// Requires a responder (`receivers[requester].responder`), or skips every response. A response's
/// place in its message comes from its PSN, since a READ that was sent again from its middle begins
/// with a First. Of all READs only the last answered one may lack responses, and only at its end.
CaptureReads group_responses(std::size_t requester, const std::vector<CaptureReceiver>& receivers,
                             const std::vector<RocePacket>& packets);

}  // namespace sgdma::workload
