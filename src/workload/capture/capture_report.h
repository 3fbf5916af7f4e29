/// What was in a capture, what became of it, and what had to be made up.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "workload/capture/capture_skip.h"

namespace sgdma::workload {

/// Every RC packet either becomes work or is counted in `skipped`, exactly once.
struct CaptureReport {
  std::uint64_t frames = 0;
  std::uint64_t roce_frames = 0;                    ///< UDP destination port 4791
  std::map<std::uint8_t, std::uint64_t> by_opcode;  ///< RoCEv2 frames that show a BTH
  std::uint64_t payload_bytes = 0;                  ///< of all RC packets, without pad and ICRC
  std::uint64_t negative_acknowledges = 0;
  std::uint64_t cut_frames = 0;           ///< RC packets whose payload the snap length cut; usable
  std::uint64_t out_of_order_frames = 0;  ///< RC packets stamped earlier than one before them
  std::uint64_t restarts = 0;             ///< PSNs that jumped back: a queue pair connected anew
  std::array<std::uint64_t, kCaptureSkips> skipped{};

  // What became work
  std::uint64_t packets = 0;   ///< all, acknowledges included
  std::uint64_t scatters = 0;  ///< packets that bring a payload to memory
  std::uint64_t scattered_bytes = 0;
  std::uint64_t gathers = 0;  ///< READ requests and atomics at the responder, and what a side sends
  std::uint64_t gathered_bytes = 0;
  std::uint64_t atomics = 0;  ///< of the gathers; each scatters 8 bytes as well
  std::uint64_t acknowledges = 0;
  std::uint64_t open_messages = 0;  ///< messages that the end of the capture cut off
  std::uint64_t duration_ps = 0;    ///< time of the last item

  // What a capture cannot say
  std::uint64_t receives = 0;        ///< WQEs posted to receive queues
  std::uint64_t receive_bytes = 0;   ///< of their buffers
  std::uint64_t reads = 0;           ///< READ WQEs posted to send queues
  std::uint64_t sends = 0;           ///< SEND and WRITE WQEs posted to send queues
  std::uint64_t atomic_wqes = 0;     ///< CompareSwap and FetchAdd WQEs posted to send queues
  std::uint64_t local_regions = 0;   ///< of receive, READ and atomic buffers
  std::uint64_t remote_regions = 0;  ///< named by a RETH or AtomicETH
  std::uint64_t made_up_queue_pairs =
      0;                                ///< senders of packets that no queue pair is known to send
  std::uint64_t guessed_path_mtus = 0;  ///< queue pairs without a First or Middle packet
  std::uint64_t ambiguous_peers = 0;    ///< requesters for which several responders fit
  std::vector<std::string> renamed;     ///< one line for each queue pair or rkey renumbered

  std::uint64_t count(CaptureSkip skip) const { return skipped[static_cast<std::size_t>(skip)]; }
  void add(CaptureSkip skip, std::uint64_t frames_more = 1) {
    skipped[static_cast<std::size_t>(skip)] += frames_more;
  }

  /// What people read, a fact a line, without line ends.
  std::vector<std::string> describe() const;
  /// "neither IPv4 nor IPv6 (4), IP without UDP (14)": reasons and frames, of frames that are no
  /// RoCEv2 packet (`roce` false) or of RoCEv2 packets; empty where there are none.
  std::string describe_skipped(bool roce) const;
};

}  // namespace sgdma::workload
