/// The wire that brings messages, packet by packet.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "core/ring_queue.h"
#include "core/sparse_table.h"
#include "platform/memory/data_path.h"
#include "platform/platform_config.h"
#include "platform/work_item.h"

namespace sgdma::workload {

/// A message from a peer: `packet` has everything but its place in the message and its length.
struct IncomingMessage {
  platform::Picoseconds at = 0;
  QpIndex qp{};
  platform::IncomingPacket packet;
  std::uint64_t bytes = 0;  ///< of payload
};

/// Cuts messages at the path MTU of their queue pair. Messages that are there take turns packet by
/// packet, those of one queue pair one after the other; one that comes joins behind all
/// that are not through. At a rate, a packet comes when the payload
/// before it has passed; without one, all packets of a message come at its time.
class Wire : public platform::WorkItemStream {
 public:
  /// `rate` in bits of payload a second; 0: unlimited. `queue_pairs` outlive the wire.
  Wire(std::uint64_t rate, const platform::QueuePairList& queue_pairs);

  /// Times need not rise, as long as nothing that came later has been taken.
  void send(const IncomingMessage& message);

  /// What has not come of a queue pair's messages never will.
  void drop(QpIndex qp);

  const platform::WorkItem* peek() override;
  void pop() override;

 private:
  struct Message {
    IncomingMessage message;
    std::uint64_t sent = 0;  ///< bytes
  };

  void begin_until(platform::Picoseconds at);
  void prepare(const Message& message, platform::Picoseconds at);

  platform::DataPath path_;
  const platform::QueuePairList& queue_pairs_;
  std::deque<IncomingMessage> waiting_;                ///< in order of time
  core::SparseTable<core::RingQueue<Message>> begun_;  ///< by queue pair; none is empty
  core::RingQueue<QpIndex> turns_;  ///< queue pairs with a message that has begun
  platform::WorkItem item_;
  bool prepared_ = false;
};

}  // namespace sgdma::workload
