/// Builds the list of queue pairs from the entries of `[[qp]]`.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "workload/config/error_list.h"
#include "workload/config/list_entries.h"

namespace sgdma::workload {

/// Makes sure that numbers come once. Entries that stand for several queue pairs are never
/// expanded.
class QueuePairBuilder {
 public:
  explicit QueuePairBuilder(ErrorList& errors) : errors_(errors) {}

  /// `place` is that of the entry.
  void add(const QueuePairEntry& entry, Place place);

  /// Sorted by number.
  platform::QueuePairList take();

 private:
  ErrorList& errors_;
  using Blocks = std::map<std::uint64_t, QueuePairEntry>;  ///< by their first number

  /// Puts in those of `first` to `end` less one that are not there yet. Returns the lowest that is.
  std::optional<std::uint64_t> insert(const QueuePairEntry& entry, std::uint64_t first,
                                      std::uint64_t end);

  Blocks blocks_;            ///< that share no number
  std::uint64_t count_ = 0;  ///< queue pairs
};

}  // namespace sgdma::workload
