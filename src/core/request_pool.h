/// Storage of transfer requests from intake to the end of their transfer.
#pragma once

#include <deque>
#include <vector>

#include "types/transfer_request.h"

namespace sgdma::core {

/// A request on its queue pair's queue, or in a slot.
struct QueuedRequest {
  TransferRequest request;
  QueuedRequest* next = nullptr;  ///< behind it in its queue pair's queue
};

/// Addresses stay valid while a request lives. Storage is used again, with the room that its
/// segment lists have grown to, so that nothing is allocated once a run has reached its depth.
class RequestPool {
 public:
  QueuedRequest& acquire() {
    if (free_.empty()) {
      return storage_.emplace_back();
    }
    QueuedRequest* request = free_.back();
    free_.pop_back();
    return *request;
  }

  void release(QueuedRequest& request) {
    request.request.segments.clear();
    request.request.atomic_granule.reset();
    request.request.after_scatters = false;
    request.next = nullptr;
    free_.push_back(&request);
  }

  /// Requests that live now.
  std::size_t live() const { return storage_.size() - free_.size(); }

 private:
  std::deque<QueuedRequest> storage_;
  std::vector<QueuedRequest*> free_;
};

}  // namespace sgdma::core
