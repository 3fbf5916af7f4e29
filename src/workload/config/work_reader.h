/// Reads single WQEs and packets.
#pragma once

#include <optional>
#include <vector>

#include "workload/config/config_node.h"
#include "workload/config/error_list.h"
#include "workload/config/key.h"
#include "workload/config/list_entries.h"
#include "workload/config/table_reader.h"
#include "workload/config/value_reader.h"

namespace sgdma::workload {

/// From a table to a checked entry. What is wrong goes to the error list, and there is no entry.
class WorkReader {
 public:
  WorkReader(const ValueReader& values, ErrorList& errors) : values_(values), errors_(errors) {}

  std::optional<WqeEntry> read_wqe(const ConfigNode& table, const KeyTable<WqeEntry>& keys,
                                   KeysSeen& seen) const;
  std::optional<PacketEntry> read_packet(const ConfigNode& table, const KeyTable<PacketEntry>& keys,
                                         KeysSeen& seen) const;
  /// The index of the queue pair that `number` names. `place` is where it is named.
  std::optional<QpIndex> find_queue_pair(const platform::QueuePairList& known, QpNumber number,
                                         Place place) const;

 private:
  bool read_sges(const ConfigNode& list, WqeEntry& entry) const;

  const ValueReader& values_;
  ErrorList& errors_;
};

/// Whether all of a list's entries are tables.
bool is_table_list(const ConfigNode& node);

}  // namespace sgdma::workload
