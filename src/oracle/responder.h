/// Derives the transfers of a queue pair's incoming requests: SENDs into posted receives, WRITEs,
/// READs and atomics in exposed regions.
#pragma once

#include <cstdint>

#include "oracle/compact_queue.h"
#include "oracle/queue_pair_books.h"
#include "oracle/rules.h"

namespace sgdma::oracle {

/// A SEND takes a receive with its first packet, a WRITE with immediate with its last. After a
/// packet that is rejected the rest of its message is dropped. WRITEs, READs and atomics are
/// numbered from 0 as their first packet comes, rejected or not.
class Responder {
 public:
  Responder(const Rules& rules, QueuePairBooks& books) : rules_(rules), books_(books) {}

  /// A WQE of the receive queue.
  void on_receive(const platform::WorkQueueElement& wqe);
  void on_request(const platform::IncomingPacket& packet);
  /// The queue pair is reset: messages are numbered from 0 again.
  void reset();
  /// The queue pair is reset or in error: messages in progress will not be completed.
  void abandon();
  /// The item that came last was rejected.
  void rejected(ItemKind kind);

 private:
  struct Receive {
    std::uint32_t number = 0;
    boost::container::small_vector<platform::ScatterGatherEntry, 3> sges;
    std::uint64_t total = 0;
  };
  /// The SEND or WRITE in progress.
  struct Message {
    bool active = false;
    bool sends = false;
    Receive receive;           ///< of a SEND
    std::uint32_t number = 0;  ///< of a WRITE
    platform::IncomingPacket reth;
    std::uint64_t offset = 0;
    std::uint32_t part = 0;
  };

  void cut_off();
  void send(const platform::IncomingPacket& packet);
  void begin_send();
  void place_send(const platform::IncomingPacket& packet, bool last);
  void write(const platform::IncomingPacket& packet);
  bool begin_write(const platform::IncomingPacket& packet);
  void consume_receive(ExpectedWork& work, Verdict& verdict);
  void end_write(std::uint32_t receive);
  void read(const platform::IncomingPacket& packet);
  void atomic(const platform::IncomingPacket& packet);
  void atomic_write(const platform::IncomingPacket& packet);
  void must_reject(const CompletionTag& tag, StatusSet statuses);
  void expect(ExpectedWork& work, Verdict& verdict);
  void drop();
  static StatusSet alignment_faults(const platform::IncomingPacket& packet,
                                    const ExpectedWork& work);
  StatusSet length_faults(const platform::IncomingPacket& packet, std::uint64_t total) const;

  const Rules& rules_;
  QueuePairBooks& books_;
  CompactQueue<Receive> receives_;
  Message message_;
  std::uint32_t messages_ = 0;  ///< numbers the incoming messages, SENDs too
};

}  // namespace sgdma::oracle
