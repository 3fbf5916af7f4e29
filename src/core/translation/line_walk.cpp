#include "core/translation/line_walk.h"

#include <algorithm>

namespace sgdma::core {

LineWalk::LineWalk(const TransferRequest& request, UnitPlace from, std::uint32_t bytes,
                   std::uint32_t pages_per_line)
    : request_(&request), at_(from), left_(bytes), pages_per_line_(pages_per_line) {
  find();
}

void LineWalk::find() {
  while (left_ > 0) {
    const Segment& segment = request_->segments[at_.segment];
    if (segment.region != kNoRegion) {
      const std::uint64_t in_page = segment.address & ((1ULL << segment.page_shift) - 1);
      const std::uint64_t page = segment.page + ((in_page + at_.offset) >> segment.page_shift);
      line_ = line_of_page(segment.region, page, pages_per_line_);
      return;
    }
    move(segment.bytes - at_.offset);
  }
}

std::uint64_t LineWalk::bytes_to_line_end() const {
  const Segment& segment = request_->segments[at_.segment];
  const std::uint64_t in_page = segment.address & ((1ULL << segment.page_shift) - 1);
  const std::uint64_t end_page = (std::uint64_t{line_.number} + 1) * pages_per_line_;
  return ((end_page - segment.page) << segment.page_shift) - in_page - at_.offset;
}

void LineWalk::move(std::uint64_t bytes) {
  const Segment& segment = request_->segments[at_.segment];
  const auto step = static_cast<std::uint32_t>(
      std::min<std::uint64_t>({bytes, segment.bytes - at_.offset, left_}));
  left_ -= step;
  at_.offset += step;
  if (at_.offset == segment.bytes) {
    at_ = {at_.segment + 1, 0};
  }
}

void LineWalk::next() {
  const PageListLine last = line_;
  while (left_ > 0 && line_ == last) {
    move(bytes_to_line_end());
    find();
  }
}

}  // namespace sgdma::core
