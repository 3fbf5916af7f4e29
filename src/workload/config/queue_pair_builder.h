/// Builds the list of queue pairs from the entries of `[[qp]]`.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "workload/config/error_list.h"
#include "workload/config/list_entries.h"

namespace sgdma::workload {

/// Expands entries that stand for several queue pairs, and makes sure that numbers come once.
class QueuePairBuilder {
 public:
  explicit QueuePairBuilder(ErrorList& errors) : errors_(errors) {}

  /// `place` is that of the entry.
  void add(const QueuePairEntry& entry, Place place);

  /// Sorted by number.
  std::vector<platform::QueuePair> take();

 private:
  ErrorList& errors_;
  std::vector<std::pair<platform::QueuePair, Place>> queue_pairs_;
};

}  // namespace sgdma::workload
