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
  /// The receiver at the other end, which gets its requests, where answers tell.
  std::optional<std::size_t> responder;
  bool ambiguous = false;  ///< several responders fit equally well
  bool made_up = false;    ///< it only sends, and no packet names it
};

/// Receivers in order of their numbers, those made up at the end. Requires packets in order of
/// time. Those at `side`, or all, have numbers that differ; `renamed` gains a line for each that
/// needed another than its own.
///
/// A requester's responder is what `find_responders` finds: from READ and atomic responses alone,
/// as only their requests become work, or, with a side, from acknowledges too. With a side,
/// whatever gets its requests has a sender there (`find_senders`).
///
/// The path MTU of a queue pair is the payload that most of its First and Middle packets carry,
/// else that of its responder, else of any packet between the two addresses, else it is guessed:
/// the smallest that holds the longest payload, and at least 1024.
std::vector<CaptureReceiver> find_receivers(const std::vector<RocePacket>& packets,
                                            const std::optional<IpAddress>& side,
                                            std::vector<std::string>& renamed);

}  // namespace sgdma::workload
