#include "core/translation/first_units.h"

namespace sgdma::core {

void FirstUnits::take_in(Cycle now, QueuedRequest& queued) {
  const TransferRequest& request = queued.request;
  if (request.bytes == 0) {
    return;
  }
  if (!gate_.admits(request)) {
    queued.refused = RegionGate::status_for(request.tag);
    return;
  }
  const std::uint32_t bytes = config_.translation == Translation::kCaptured
                                  ? request.bytes
                                  : unit_bytes(config_, request, {0, 0});
  const LineWalk lines(request, {0, 0}, bytes, config_.key_cache.pages_per_line);
  if (lookups_.always_at_hand()) {
    lookups_.pass(lines);
    return;
  }
  if (lines.done()) {
    return;
  }
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(waiting_.size()));
    waiting_.push_back(nullptr);
  }
  const std::uint32_t id = free_.back();
  if (lookups_.begin(now, id, lines, now)) {
    return;
  }
  free_.pop_back();
  waiting_[id] = &queued;
  queued.lookup = id;
}

void FirstUnits::release(QueuedRequest& queued) {
  free_.push_back(queued.lookup);
  queued.lookup = QueuedRequest::kNoLookup;
}

void FirstUnits::forget(QueuedRequest& queued) {
  if (queued.waits_for_key()) {
    lookups_.drop(queued.lookup);
    release(queued);
  }
}

}  // namespace sgdma::core
