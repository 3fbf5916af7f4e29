/// Derives the transfers of a queue pair's send queue: gathers of its WQEs, and scatters of the
/// responses to its READs and atomics.
#pragma once

#include <cstdint>

#include "oracle/compact_queue.h"
#include "oracle/queue_pair_books.h"
#include "oracle/rules.h"

namespace sgdma::oracle {

/// Responses come in the order in which the WQEs that wait for them were posted, and in the order
/// of their bytes.
class Requester {
 public:
  Requester(const Rules& rules, QueuePairBooks& books) : rules_(rules), books_(books) {}

  /// A WQE of the send queue.
  void on_wqe(const platform::WorkQueueElement& wqe);
  /// A packet of a READ response or an atomic response.
  void on_response(const platform::IncomingPacket& packet);
  /// An acknowledge.
  void on_acknowledge();
  /// The queue pair is reset or in error: messages in progress will not be completed.
  void abandon();
  /// The item that came last was rejected.
  void rejected(ItemKind kind);

 private:
  struct Waiting {
    std::uint32_t number = 0;
    platform::WqeOpcode opcode{};
    boost::container::small_vector<platform::ScatterGatherEntry, 3> sges;
    std::uint64_t total = 0;   ///< bytes that the SGEs hold
    std::uint64_t offset = 0;  ///< bytes that have come
    std::uint32_t part = 0;
    bool aborted = false;  ///< the rest of the response is dropped
  };

  StatusSet static_faults(const platform::WorkQueueElement& wqe, std::uint64_t total) const;
  void gather(const platform::WorkQueueElement& wqe, std::uint32_t number, std::uint64_t total);
  void await(const platform::WorkQueueElement& wqe, std::uint32_t number, std::uint64_t total);
  /// Statuses with which a response packet may, but need not, be rejected.
  StatusSet open_faults(const Waiting& read, const SgeRange& range, bool last);
  void scatter(Waiting& read, std::uint32_t bytes, bool last);
  void cut_off();
  void drop();

  const Rules& rules_;
  QueuePairBooks& books_;
  CompactQueue<Waiting> waiting_;
};

}  // namespace sgdma::oracle
