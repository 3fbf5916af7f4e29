#include "platform/scatter_window.h"

#include <utility>

#include "core/ensure.h"

namespace sgdma::platform {

std::uint64_t ScatterWindow::open() {
  // From the frontier's word to the new scatter's, no two may share a place in the ring.
  if (opened_ / 64 - frontier_ / 64 + 1 > done_.size()) {
    grow();
  }
  return opened_++;
}

void ScatterWindow::close(std::uint64_t scatter) {
  const std::uint64_t bit = 1ULL << (scatter % 64);
  core::ensure(scatter >= frontier_ && scatter < opened_ && (word_of(scatter) & bit) == 0,
               "a scatter is done twice");
  word_of(scatter) |= bit;
  while (frontier_ < opened_) {
    const std::uint64_t first = 1ULL << (frontier_ % 64);
    if ((word_of(frontier_) & first) == 0) {
      return;
    }
    word_of(frontier_) &= ~first;
    ++frontier_;
  }
}

void ScatterWindow::grow() {
  std::vector<std::uint64_t> larger(done_.empty() ? 1 : 2 * done_.size());
  if (!done_.empty()) {
    for (std::uint64_t word = frontier_ / 64; word < frontier_ / 64 + done_.size(); ++word) {
      larger[word & (larger.size() - 1)] = done_[word & (done_.size() - 1)];
    }
  }
  done_ = std::move(larger);
}

}  // namespace sgdma::platform
