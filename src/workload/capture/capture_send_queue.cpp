#include "workload/capture/capture_send_queue.h"

#include <algorithm>
#include <limits>

namespace sgdma::workload {

std::vector<CaptureSendQueue::Posted> CaptureSendQueue::take() {
  std::stable_sort(queue_.begin(), queue_.end(),
                   [](const Posted& a, const Posted& b) { return a.psn < b.psn; });
  std::uint64_t latest = std::numeric_limits<std::uint64_t>::max();
  for (auto posted = queue_.rbegin(); posted != queue_.rend(); ++posted) {
    latest = std::min(latest, posted->at);
    posted->at = latest;
  }
  return std::exchange(queue_, {});
}

}  // namespace sgdma::workload
