/// The key table of a scenario's sections. Adding a key is adding one entry.
#pragma once

#include "workload/config/key.h"
#include "workload/scenario.h"

namespace sgdma::workload {

/// Longest time that a scenario may name (4000000 s, 46 days): sums of two stay within 63 bits.
inline constexpr platform::Picoseconds kLongestTime = 4'000'000'000'000'000'000;

/// Keys of `[clock]`, `[bus]`, ... in the order in which they are documented and written; the keys
/// of one section stand together. `clock` is first, since times may be given in cycles.
const KeyTable<Scenario>& section_keys();

}  // namespace sgdma::workload
