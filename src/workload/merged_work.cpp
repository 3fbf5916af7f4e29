#include "workload/merged_work.h"

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

void MergedWork::pop() { next_->pop(); }

}  // namespace sgdma::workload
