/// Which of a sequence of things are over, and up to where all of them are.
#pragma once

#include <cstddef>
#include <cstdint>

#include "oracle/compact_queue.h"

namespace sgdma::oracle {

/// Invariant: everything before `all_closed_before()` is closed; the thing at it is open or does
/// not exist yet.
class PrefixTracker {
 public:
  /// A new thing, open. Returns its number, counted from 0.
  std::uint64_t open() {
    open_.push_back(1);
    return first_ + open_.size() - 1;
  }
  /// Requires `number` to have been opened. Closing twice is harmless.
  void close(std::uint64_t number) {
    if (number < first_) {
      return;
    }
    open_[static_cast<std::size_t>(number - first_)] = 0;
    while (!open_.empty() && open_.front() == 0) {
      open_.pop_front();
      ++first_;
    }
  }
  std::uint64_t opened() const { return first_ + open_.size(); }
  std::uint64_t all_closed_before() const { return first_; }

 private:
  CompactQueue<char> open_;  ///< whether each is, from `first_` on
  std::uint64_t first_ = 0;
};

}  // namespace sgdma::oracle
