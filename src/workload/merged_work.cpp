#include "workload/merged_work.h"

#include <algorithm>

namespace sgdma::workload {

const platform::WorkItem* MergedWork::peek() {
  const platform::WorkItem* first = nullptr;
  for (platform::WorkItemStream* stream : streams_) {
    const platform::WorkItem* item = stream->peek();
    if (item != nullptr && (first == nullptr || item->at < first->at)) {
      first = item;
      next_ = stream;
    }
  }
  return first;
}

bool MergedWork::waits() const {
  return std::any_of(streams_.begin(), streams_.end(),
                     [](const platform::WorkItemStream* stream) { return stream->waits(); });
}

void MergedWork::pop() { next_->pop(); }

}  // namespace sgdma::workload
