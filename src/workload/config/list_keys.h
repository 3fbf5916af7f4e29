/// The key tables of a scenario's lists. Adding a key is adding one entry.
#pragma once

#include "workload/config/key.h"
#include "workload/config/list_entries.h"

namespace sgdma::workload {

const KeyTable<RegionEntry>& region_keys();
const KeyTable<QueuePairEntry>& queue_pair_keys();
const KeyTable<WqeEntry>& wqe_keys();
/// Of the tables in `sge = [...]`.
const KeyTable<platform::ScatterGatherEntry>& sge_keys();
const KeyTable<PacketEntry>& packet_keys();
const KeyTable<EventEntry>& event_keys();

}  // namespace sgdma::workload
