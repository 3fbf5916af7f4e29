/// A log of bursts and beats from somebody's own RTL.
#pragma once

#include <string>
#include <vector>

#include "workload/diff/bus_event.h"

namespace sgdma::workload {

/// Reads CSV, with the names of the columns in the first line, or JSON Lines, an object each:
/// `cycle`, `event` (burst, beat), `dir` (gather or read, scatter or write), `id`, `addr`, `bytes`,
/// and if there `beats`. Numbers are decimal, or hexadecimal with 0x; in JSON they may be texts.
/// Other columns and fields do not count. Cycles may not fall. Throws ConfigError, with line and
/// column, where that is not so, nothing is in it, or the file cannot be read.
std::vector<BusEvent> read_foreign_log(const std::string& path);

}  // namespace sgdma::workload
