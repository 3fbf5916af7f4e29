/// A stream of work items from a list in which each may come more than once.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/work_item.h"
#include "workload/scenario.h"

namespace sgdma::workload {

/// Merges the repetitions by time; at one time the order of the list counts. Takes the room of the
/// list, whatever the counts.
class RepeatedWork final : public platform::WorkItemStream {
 public:
  /// `work` outlives the stream.
  explicit RepeatedWork(const std::vector<RepeatedItem>& work);

  const platform::WorkItem* peek() override;
  void pop() override;

 private:
  struct Next {
    platform::Picoseconds at = 0;
    std::size_t position = 0;  ///< in the list
    std::uint64_t repetition = 0;
    /// Later arrivals are "less", so that the heap's top is the earliest.
    friend bool operator<(const Next& a, const Next& b) {
      return a.at != b.at ? a.at > b.at : a.position > b.position;
    }
  };

  void fill(const Next& next);

  const std::vector<RepeatedItem>& work_;
  std::vector<Next> heap_;
  platform::WorkItem item_;
};

}  // namespace sgdma::workload
