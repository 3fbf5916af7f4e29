/// From accepted request packets to messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "workload/capture/capture_sequence.h"
#include "workload/capture/capture_skip.h"
#include "workload/capture/roce_packet.h"

namespace sgdma::workload {

/// Packets of one message, with consecutive PSNs, as the responder sees them.
struct CaptureMessage {
  std::vector<AcceptedPacket> packets;  ///< one or more; the first begins the message
  std::uint64_t bytes = 0;              ///< sum of the payloads
  bool open = false;                    ///< the end of the capture cut it off
};

struct CaptureMessages {
  std::vector<CaptureMessage> messages;  ///< in order
  /// Packets that belong to no usable message, each with its reason.
  std::vector<std::pair<std::size_t, CaptureSkip>> skipped;
};

/// Groups the accepted requests of one queue pair. A message is usable where all of its packets are
/// there (only the last message of all may lack its end), where every packet but the last carries
/// exactly `path_mtu` bytes and the last no more, and where a WRITE adds up to its DMA length. The
/// order of the packets in the result is `packets`' order of time.
CaptureMessages group_messages(const std::vector<AcceptedPacket>& accepted,
                               const std::vector<RocePacket>& packets, std::uint32_t path_mtu);

}  // namespace sgdma::workload
