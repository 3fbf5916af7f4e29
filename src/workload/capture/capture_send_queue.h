/// The WQEs of one send queue.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "platform/work_item.h"

namespace sgdma::workload {

/// Collects WQEs in any order and gives them back as software posted them. A NIC numbers its
/// requests in the order of their WQEs, so that is the order of their PSNs; and none is posted
/// later than one behind it.
class CaptureSendQueue {
 public:
  struct Posted {
    std::uint64_t psn = 0;  ///< of the first packet of its request, extended
    std::uint64_t at = 0;   ///< ps
    platform::WorkQueueElement wqe;
  };

  /// A WQE that has to be there at `at`.
  void add(std::uint64_t psn, std::uint64_t at, platform::WorkQueueElement wqe) {
    queue_.push_back({psn, at, std::move(wqe)});
  }

  /// All WQEs, in order. The queue is empty afterwards.
  std::vector<Posted> take();

 private:
  std::vector<Posted> queue_;
};

}  // namespace sgdma::workload
