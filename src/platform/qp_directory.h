/// Numbers of the queue pairs, and back from a number to its index.
#pragma once

#include <vector>

#include "platform/platform_config.h"
#include "types/ids.h"

namespace sgdma::platform {

/// Invariant: numbers rise strictly with the index.
class QpDirectory {
 public:
  /// Throws `std::logic_error` unless there is a queue pair and numbers rise strictly.
  explicit QpDirectory(const std::vector<QueuePair>& queue_pairs);

  std::size_t size() const { return numbers_.size(); }
  /// Requires `qp` to be in range.
  QpNumber number_of(QpIndex qp) const { return numbers_[raw(qp)]; }
  /// Throws `std::logic_error` for a number that is not there. One step where numbers have no gaps,
  /// a binary search otherwise.
  QpIndex index_of(QpNumber number) const;

 private:
  std::vector<QpNumber> numbers_;
};

}  // namespace sgdma::platform
