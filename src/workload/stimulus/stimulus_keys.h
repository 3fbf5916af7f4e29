/// The keys of bulk stimulus: those of the scenario's lists, for one arrival a line.
#pragma once

#include <vector>

#include "workload/config/key.h"
#include "workload/config/list_entries.h"

namespace sgdma::workload {

/// As `wqe_keys()` and `packet_keys()`, with `gap` and without what repeats an entry.
const KeyTable<WqeEntry>& wqe_line_keys();
const KeyTable<PacketEntry>& packet_line_keys();

}  // namespace sgdma::workload
