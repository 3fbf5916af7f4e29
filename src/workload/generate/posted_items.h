/// Items that software posts, in order of time.
#pragma once

#include <algorithm>
#include <deque>

#include "platform/work_item.h"

namespace sgdma::workload {

/// Items of one time come in the order in which they were posted.
class PostedItems : public platform::WorkItemStream {
 public:
  void post(platform::WorkItem item) {
    const auto place = std::upper_bound(
        items_.begin(), items_.end(), item,
        [](const platform::WorkItem& a, const platform::WorkItem& b) { return a.at < b.at; });
    items_.insert(place, std::move(item));
  }

  /// Items of a queue pair that have not been taken are gone.
  void drop(QpIndex qp) {
    const auto dropped = [qp](const platform::WorkItem& item) { return item.qp == qp; };
    items_.erase(std::remove_if(items_.begin(), items_.end(), dropped), items_.end());
  }

  const platform::WorkItem* peek() override { return items_.empty() ? nullptr : &items_.front(); }
  void pop() override { items_.pop_front(); }

 private:
  std::deque<platform::WorkItem> items_;
};

}  // namespace sgdma::workload
