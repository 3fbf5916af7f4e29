/// The queue pairs that a capture shows, and who talks to whom.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "types/ids.h"
#include "workload/capture/capture_sequence.h"
#include "workload/capture/roce_packet.h"

namespace sgdma::workload {

/// A destination of packets: an address and a queue pair at it. Positions are those of the
/// packets in order of time.
struct CaptureReceiver {
  IpAddress address;
  std::uint32_t qp = 0;  ///< as captured
  QpNumber number{};     ///< in the model; differs from `qp` where two receivers share it
  std::uint32_t path_mtu = 0;
  bool guessed_path_mtu = false;  ///< no First or Middle packet said it
  std::vector<CaptureArrival> requests;
  std::vector<std::size_t> responses;
  std::vector<std::size_t> acknowledges;
  std::uint64_t restarts = 0;  ///< of the PSNs of `requests`
  /// The receiver at the other end, where READ or atomic responses tell.
  std::optional<std::size_t> responder;
  bool ambiguous = false;  ///< several responders fit equally well
};

/// Receivers in order of their numbers. Requires packets in order of time. Those at `side`, or all,
/// have numbers that differ; `renamed` gains a line for each that needed another than its own.
///
/// The BTH does not name the sender's queue pair. So a requester's responder is the receiver at the
/// other address to which READs and atomics went out with the PSNs of the responses.
///
/// The path MTU of a queue pair is the payload that most of its First and Middle packets carry,
/// else that of its responder, else of any packet between the two addresses, else it is guessed:
/// the smallest that holds the longest payload, and at least 1024.
std::vector<CaptureReceiver> find_receivers(const std::vector<RocePacket>& packets,
                                            const std::optional<IpAddress>& side,
                                            std::vector<std::string>& renamed);

}  // namespace sgdma::workload
