/// Which packets of a captured stream a real receiver would have accepted, and in which order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sgdma::workload {

/// A packet of one stream (the requests, or the responses, that reach one queue pair).
struct CaptureArrival {
  std::uint64_t psn = 0;   ///< extended
  std::size_t packet = 0;  ///< position in order of time
  std::uint64_t span = 1;  ///< PSNs taken: those of the responses, for a READ request
  bool read = false;       ///< a READ request: may be repeated from its middle
};

/// An accepted packet. Positions of arrival do not decrease along a stream.
struct AcceptedPacket {
  std::uint64_t psn = 0;
  std::size_t packet = 0;
  std::size_t at = 0;  ///< position, in order of time, of the packet with whose arrival it counts
};

struct CaptureSequence {
  std::vector<AcceptedPacket> accepted;      ///< in order of their PSNs
  std::vector<std::size_t> duplicates;       ///< packets that came again after one was accepted
  std::vector<std::size_t> out_of_sequence;  ///< packets ahead of a lost one, that came again
};

/// A receiver accepts PSNs in order (InfiniBand specification, 9.7). Of several packets with one
/// PSN the first counts that comes after its predecessor was accepted. Where none does, the frames
/// were captured in another order than they arrived in, and the last counts, together with its
/// predecessor. A PSN that the capture does not hold at all was lost by the capture, not by the
/// receiver, and holds nothing up. What lies before the PSN that arrived first was accepted before
/// the capture began: a duplicate, as READ requests inside the span of an earlier one are.
CaptureSequence accept_in_order(std::vector<CaptureArrival> arrivals);

}  // namespace sgdma::workload
