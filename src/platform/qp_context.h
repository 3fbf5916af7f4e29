/// State of a queue pair between its WQEs and packets.
#pragma once

#include <cstdint>

#include <boost/container/small_vector.hpp>

#include "core/ring_queue.h"
#include "platform/work_item.h"
#include "platform/work_observer.h"
#include "types/completion_status.h"
#include "types/completion_tag.h"

namespace sgdma::platform {

using ScatterGatherList = boost::container::small_vector<ScatterGatherEntry, 3>;

/// Place in a scatter-gather list: the next byte is byte `offset` of entry `entry`.
struct ScatterGatherCursor {
  std::uint32_t entry = 0;
  std::uint32_t offset = 0;
};

/// A receive that waits for its message.
struct PostedReceive {
  std::uint32_t number = 0;
  std::uint64_t capacity = 0;  ///< bytes, the sum over its SGEs
  ScatterGatherList sges;
};

/// A READ or atomic WQE that waits for its response.
struct AwaitedResponse {
  std::uint32_t number = 0;
  bool atomic = false;
  std::uint32_t bytes = 0;  ///< of the whole response
  ScatterGatherList sges;
};

/// How far a message of several packets has come.
struct MessageProgress {
  bool open = false;     ///< a packet has come, and the last one has not
  bool dropped = false;  ///< the rest of it is thrown away with `status`
  CompletionStatus status = CompletionStatus::kSuccess;
  std::uint32_t packets = 0;   ///< so far: the next packet's place in the message
  std::uint32_t bytes = 0;     ///< so far
  ScatterGatherCursor cursor;  ///< in the SGEs of the receive or of the READ
};

/// The incoming request message.
struct RequestMessage {
  MessageProgress progress;
  PacketOpcode opcode = PacketOpcode::kSend;
  CompletionTag tag;          ///< of its transfers, but for the part
  std::uint64_t address = 0;  ///< RETH, for a WRITE
  RegionKey key{};
  std::uint32_t length = 0;
};

/// What is kept of a queue pair in any case. WQEs are numbered from 0 in each queue, in the order
/// in which they are posted; messages at the responder (SEND, WRITE, READ request, atomic) in the
/// order in which they begin. Work that fails its checks takes a number too.
struct QpMemory {
  QpState state = QpState::kReady;
  std::uint16_t epoch = 0;  ///< incarnation of the queue pair, modulo 2^16
  std::uint32_t sends = 0;  ///< WQEs posted so far
  std::uint32_t receives = 0;
  std::uint32_t messages = 0;  ///< begun so far
};

/// A SEND in progress goes to the receive at the front; a response in progress belongs to the WQE
/// at the front.
struct QpContext : QpMemory {
  using Memory = QpMemory;

  core::RingQueue<PostedReceive> posted;
  core::RingQueue<AwaitedResponse> awaited;
  RequestMessage request;
  MessageProgress response;

  /// Whether nothing is under way.
  bool rests() const {
    return posted.empty() && awaited.empty() && !request.progress.open && !response.open;
  }
  const QpMemory& memory() const { return *this; }
  /// Of a state that rests: takes the place of the one that had the memory.
  void recall(const QpMemory& memory) {
    static_cast<QpMemory&>(*this) = memory;
    request = {};
    response = {};
  }

  /// All that it knew is gone; the next incarnation begins, when its state is set.
  void reset() {
    const auto next = static_cast<std::uint16_t>(epoch + 1);
    *this = QpContext{};
    epoch = next;
    state = QpState::kResetting;
  }
  /// Messages in progress get no more packets, and nobody waits for packets any more.
  void abandon() {
    state = QpState::kError;
    posted = {};
    awaited = {};
    request = {};
    response = {};
  }
};

}  // namespace sgdma::platform
