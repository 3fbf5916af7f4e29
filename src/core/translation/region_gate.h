/// Which registrations take no new transfer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "types/completion_status.h"
#include "types/completion_tag.h"
#include "types/ids.h"
#include "types/transfer_request.h"

namespace sgdma::core {

/// Closed by a deregistration, for ever: a registration's handle is never used again.
class RegionGate {
 public:
  void close(RegionHandle region) {
    if (raw(region) >= closed_.size()) {
      closed_.resize(raw(region) + 1);
    }
    closed_[raw(region)] = 1;
  }
  bool closed(RegionHandle region) const {
    return raw(region) < closed_.size() && closed_[raw(region)] != 0;
  }
  /// Whether every region of the transfer is open.
  bool admits(const TransferRequest& request) const {
    return closed_.empty() ||
           std::none_of(request.segments.begin(), request.segments.end(),
                        [this](const Segment& segment) { return closed(segment.region); });
  }

  static bool touches(const TransferRequest& request, RegionHandle region) {
    return std::any_of(request.segments.begin(), request.segments.end(),
                       [region](const Segment& segment) { return segment.region == region; });
  }
  /// What a transfer fails with that has lost a region: the fault is the peer's where its packet
  /// named the region (rdma.md rule 20).
  static CompletionStatus status_for(const CompletionTag& tag) {
    return tag.side == Side::kResponder ? CompletionStatus::kRemAccessErr
                                        : CompletionStatus::kLocProtErr;
  }

 private:
  std::vector<std::uint8_t> closed_;  ///< 1 for each that is, by handle
};

}  // namespace sgdma::core
