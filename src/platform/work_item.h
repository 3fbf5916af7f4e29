/// Work as software and the wire bring it: WQEs and incoming packets.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include <boost/container/small_vector.hpp>

#include "types/ids.h"

namespace sgdma::platform {

/// Time since the start of the simulation, in picoseconds.
using Picoseconds = std::uint64_t;

/// As `ibv_sge`. A length of 0 moves nothing, and its key is not looked at.
struct ScatterGatherEntry {
  std::uint64_t address = 0;  ///< IOVA
  std::uint32_t bytes = 0;
  RegionKey key{};  ///< lkey
};

enum class WqeOpcode : std::uint8_t {
  kSend,
  kSendWithImm,
  kSendWithInv,
  kWrite,
  kWriteWithImm,
  kRead,         ///< its SGEs receive the response packets
  kCompareSwap,  ///< its SGE receives the 8 bytes of the response
  kFetchAdd,     ///< as above
  kReceive,      ///< posted to the receive queue
};

/// Whether a WQE is done with what the peer sends back.
constexpr bool waits_for_response(WqeOpcode opcode) {
  return opcode == WqeOpcode::kRead || opcode == WqeOpcode::kCompareSwap ||
         opcode == WqeOpcode::kFetchAdd;
}

/// A work queue element, posted to the send queue or (kReceive) to the receive queue. WQEs are
/// numbered from 0 in each queue, in the order in which they are posted.
struct WorkQueueElement {
  WqeOpcode opcode = WqeOpcode::kSend;
  bool signaled = true;  ///< a success writes a CQE; an error always does
  bool inlined = false;  ///< the data stand in the WQE: nothing is gathered, no key is looked at
  std::uint64_t inline_bytes = 0;
  boost::container::small_vector<ScatterGatherEntry, 3> sges;
};

enum class PacketOpcode : std::uint8_t {
  kSend,
  kWrite,
  kReadRequest,
  kReadResponse,
  kCompareSwap,
  kFetchAdd,
  kAtomicWrite,     ///< 8 bytes, aligned
  kAtomicResponse,  ///< 8 bytes to the requester's SGE
  kAcknowledge,     ///< moves no bytes
};

/// Place of a packet in its message.
enum class PacketPosition : std::uint8_t { kOnly, kFirst, kMiddle, kLast };

constexpr bool begins_message(PacketPosition position) {
  return position == PacketPosition::kOnly || position == PacketPosition::kFirst;
}
constexpr bool ends_message(PacketPosition position) {
  return position == PacketPosition::kOnly || position == PacketPosition::kLast;
}

/// An incoming packet, in wire order within its queue pair.
struct IncomingPacket {
  PacketOpcode opcode = PacketOpcode::kSend;
  PacketPosition position = PacketPosition::kOnly;
  bool immediate = false;         ///< carries ImmDt: a receive is consumed
  bool invalidates = false;       ///< SEND_WITH_INV
  std::uint32_t bytes = 0;        ///< payload, without pad and ICRC
  std::uint64_t address = 0;      ///< RETH or AtomicETH va; with the first packet of a message
  RegionKey key{};                ///< RETH or AtomicETH rkey
  std::uint32_t length = 0;       ///< RETH DMA length
  std::uint64_t compare = 0;      ///< AtomicETH
  std::uint64_t swap_or_add = 0;  ///< AtomicETH
};

/// One arrival.
struct WorkItem {
  Picoseconds at = 0;
  QpIndex qp{};
  std::variant<WorkQueueElement, IncomingPacket> work;
};

/// A stream of arrivals in order of time (and, at one time, in the order in which they count).
class WorkItemStream {
 public:
  WorkItemStream() = default;
  WorkItemStream(const WorkItemStream&) = delete;
  WorkItemStream& operator=(const WorkItemStream&) = delete;
  virtual ~WorkItemStream() = default;

  /// The next item, or nullptr where there is none as far as is known. Stays valid until `pop` or,
  /// with a stream that reacts to completions, until the next one of them.
  virtual const WorkItem* peek() = 0;
  virtual void pop() = 0;
  /// Whether more may come once work that is under way is done.
  virtual bool waits() const { return false; }
};

}  // namespace sgdma::platform
