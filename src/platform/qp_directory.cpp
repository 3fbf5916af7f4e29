#include "platform/qp_directory.h"

#include <algorithm>

#include "core/ensure.h"

namespace sgdma::platform {

QpDirectory::QpDirectory(const std::vector<QueuePair>& queue_pairs) {
  core::ensure(!queue_pairs.empty(), "a platform without queue pairs");
  numbers_.reserve(queue_pairs.size());
  for (const QueuePair& queue_pair : queue_pairs) {
    core::ensure(numbers_.empty() || raw(numbers_.back()) < raw(queue_pair.number),
                 "queue pairs are not sorted by number");
    numbers_.push_back(queue_pair.number);
  }
}

QpIndex QpDirectory::index_of(QpNumber number) const {
  const std::uint32_t guess = raw(number) - raw(numbers_.front());
  if (guess < numbers_.size() && numbers_[guess] == number) {
    return QpIndex{guess};
  }
  const auto found = std::lower_bound(numbers_.begin(), numbers_.end(), number,
                                      [](QpNumber a, QpNumber b) { return raw(a) < raw(b); });
  core::ensure(found != numbers_.end() && *found == number, "a tag names an unknown queue pair");
  return QpIndex{static_cast<std::uint32_t>(found - numbers_.begin())};
}

}  // namespace sgdma::platform
