/// Checks of single WQEs and packets that their key tables cannot make.
#pragma once

#include <string>

#include "workload/config/error_list.h"
#include "workload/config/list_entries.h"
#include "workload/config/table_reader.h"

namespace sgdma::workload {

/// Inline data and SGEs fit the opcode, and repetitions stay within time and the address space.
/// That work may fail (too long, too many SGEs, unknown keys) is no error here. `place` is that of
/// the entry; `seen` are its keys, all good.
void check_wqe(const WqeEntry& entry, const KeysSeen& seen, Place place, ErrorList& errors);

/// The keys fit the packet's opcode. Fills what follows from the opcode: 8 bytes of an atomic
/// payload, the length of a message of one packet.
void check_packet(PacketEntry& entry, const KeysSeen& seen, Place place, ErrorList& errors);

/// Work that comes faster than the engine takes it waits in memory: more than 2^20 repetitions come
/// once a cycle at the most. `section` is "wqe" or "packet".
void check_pace(const Arrival& arrival, platform::Picoseconds clock_period,
                const std::string& section, const KeysSeen& seen, Place place, ErrorList& errors);

/// A peer that acknowledges by itself leaves no message for a listed acknowledge. `peer`: there is
/// one.
void check_acknowledge(const PacketEntry& entry, bool peer, const KeysSeen& seen, Place place,
                       ErrorList& errors);

}  // namespace sgdma::workload
