/// Search round a ring in two sets.
#pragma once

#include <cstdint>

#include "core/index_set.h"

namespace sgdma::core {

/// The member of either set that comes first at or after `from`, round the ring, or
/// `IndexSet::kNone`. Requires both sets to be of one capacity.
inline std::uint32_t ring_pick(const IndexSet& a, const IndexSet& b, std::uint32_t from) {
  if (b.empty()) {
    return a.first_round(from);
  }
  if (a.empty()) {
    return b.first_round(from);
  }
  const std::uint32_t in_a = a.first_round(from);
  const std::uint32_t in_b = b.first_round(from);
  // Those behind `from` come before those that the ring has to turn for.
  const bool a_turns = in_a < from;
  const bool b_turns = in_b < from;
  if (a_turns != b_turns) {
    return a_turns ? in_b : in_a;
  }
  return in_a < in_b ? in_a : in_b;
}

}  // namespace sgdma::core
