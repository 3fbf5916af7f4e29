/// The work that runs when no scenario is named.
#pragma once

#include <string>

namespace sgdma::workload {

/// TOML with queue pairs, regions, WQEs and packets, to be laid over a preset. Sixteen queue pairs
/// each send 64 KiB WRITEs out of a region on scattered 4 KiB pages; eight of them receive 4 KiB
/// WRITEs, eight 4 KiB SENDs. Both ways about 400 Gbit/s are offered, 14 MiB in all: about 230000
/// beats each way on a 512-bit bus.
std::string default_work();

}  // namespace sgdma::workload
