/// Where two event logs part.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sgdma::workload {

/// What a transfer, or the WQE or message that it belongs to, did around the difference.
struct TransferStory {
  std::string name;                               ///< "7.sq.3.0@0", or "7.sq.3" of a CQE
  std::vector<std::string> before;                ///< its last events in both logs
  std::array<std::vector<std::string>, 2> after;  ///< its next ones in either, from where they part
};

/// One side of the difference.
struct DifferingEvent {
  std::string path;
  std::uint32_t line = 0;  ///< of the event, or the last one of the log
  std::string text;        ///< empty: the log has ended
};

struct LogDifference {
  std::uint64_t events = 0;  ///< that are the same, before
  std::array<DifferingEvent, 2> sides;
  std::vector<std::string> fields;  ///< "slot: 0, 1": where it is one event of one transfer
  std::vector<TransferStory> stories;
};

struct LogComparison {
  std::uint64_t events = 0;                 ///< compared
  bool beats_left_out = false;              ///< only one log has them
  std::vector<std::string> header_fields;   ///< "bus_width: 8, 64": that differ
  std::optional<LogDifference> difference;  ///< the first
};

/// Compares two logs event by event; the order of an event's fields does not count. Holds a few
/// lines at a time. Throws ConfigError where a file is no event log, or no regular file: the logs
/// are read twice.
LogComparison compare_logs(const std::string& a, const std::string& b);

}  // namespace sgdma::workload
