/// Several streams of work as one.
#pragma once

#include <vector>

#include "platform/work_item.h"

namespace sgdma::workload {

/// In order of time; at one time, the stream that was added first goes first. Streams may gain
/// items at any time, but none before what has been taken already.
class MergedWork : public platform::WorkItemStream {
 public:
  /// The stream outlives this one.
  void add(platform::WorkItemStream& stream) { streams_.push_back(&stream); }

  const platform::WorkItem* peek() override;
  void pop() override;
  bool waits() const override;

 private:
  std::vector<platform::WorkItemStream*> streams_;
  platform::WorkItemStream* next_ = nullptr;  ///< whose item was seen last
};

}  // namespace sgdma::workload
