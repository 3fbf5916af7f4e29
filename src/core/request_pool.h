/// Storage of transfer requests from intake to the end of their transfer.
#pragma once

#include <deque>
#include <vector>

#include "types/completion_status.h"
#include "types/transfer_request.h"

namespace sgdma::core {

/// A request on its queue pair's queue, or in a slot.
struct QueuedRequest {
  static constexpr std::uint32_t kNoLookup = 0xFFFFFFFFU;

  TransferRequest request;
  QueuedRequest* next = nullptr;     ///< behind it in its queue pair's queue
  std::uint32_t lookup = kNoLookup;  ///< of its first unit, while that is under way
  /// What it fails with in its turn, without a slot, because it has lost a region.
  CompletionStatus refused = CompletionStatus::kSuccess;

  bool waits_for_key() const { return lookup != kNoLookup; }
  bool is_refused() const { return refused != CompletionStatus::kSuccess; }
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
    request.refused = CompletionStatus::kSuccess;
    free_.push_back(&request);
  }

  /// Requests that live now.
  std::size_t live() const { return storage_.size() - free_.size(); }

 private:
  std::deque<QueuedRequest> storage_;
  std::vector<QueuedRequest*> free_;
};

}  // namespace sgdma::core
