/// Search round a ring for a member that a predicate admits.
#pragma once

#include <cstdint>

#include "core/index_set.h"

namespace sgdma::core {

/// First member of `set` at or after `from`, round the ring, for which `admits(member)` holds, or
/// `IndexSet::kNone`. Looks at each member at most once.
template <class Predicate>
std::uint32_t ring_pick(const IndexSet& set, std::uint32_t from, Predicate admits) {
  std::uint32_t at = from;
  for (std::uint32_t left = set.size(); left > 0; --left) {
    const std::uint32_t member = set.first_round(at);
    if (admits(member)) {
      return member;
    }
    at = member + 1;
  }
  return IndexSet::kNone;
}

}  // namespace sgdma::core
