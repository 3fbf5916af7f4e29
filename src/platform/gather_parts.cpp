#include "platform/gather_parts.h"

#include <algorithm>

#include "core/ensure.h"
#include "platform/scatter_gather_walk.h"

namespace sgdma::platform {

GatherParts::GatherParts(const RegionTable& regions, std::uint32_t max_transfer)
    : regions_(regions), max_transfer_(max_transfer) {}

void GatherParts::open(const CompletionTag& tag, QpIndex qp, std::uint32_t bytes) {
  core::ensure(!active_, "a gather begins before the one before it is handed over");
  active_ = true;
  tag_ = tag;
  tag_.part = 0;
  qp_ = qp;
  left_ = bytes;
}

void GatherParts::begin(const CompletionTag& tag, QpIndex qp, const ScatterGatherList& sges,
                        std::uint32_t bytes) {
  open(tag, qp, bytes);
  responder_ = false;
  sges_ = sges;
  cursor_ = {};
}

void GatherParts::begin(const CompletionTag& tag, QpIndex qp, const RegisteredRegion* region,
                        std::uint64_t offset, std::uint32_t bytes) {
  open(tag, qp, bytes);
  responder_ = true;
  region_ = region;
  offset_ = offset;
}

void GatherParts::next(TransferRequest& request) {
  const std::uint32_t bytes = max_transfer_ == 0 ? left_ : std::min(left_, max_transfer_);
  left_ -= bytes;
  active_ = left_ > 0;
  tag_.last_part = !active_;
  request.tag = tag_;
  request.qp = qp_;
  request.direction = Direction::kGather;
  request.after_scatters = responder_;
  request.bytes = bytes;
  request.atomic_granule.reset();
  request.segments.clear();
  ++tag_.part;
  if (bytes == 0) {
    return;
  }
  if (responder_) {
    region_->append_segments(offset_, bytes, request.segments);
    offset_ += bytes;
    return;
  }
  const CompletionStatus status =
      append_segments(regions_, sges_, bytes, 0, cursor_, request.segments);
  core::ensure(status == CompletionStatus::kSuccess, "a gather was not checked");
}

}  // namespace sgdma::platform
