#include "workload/config/work_reader.h"

#include <algorithm>
#include <string>

#include "workload/config/list_keys.h"
#include "workload/config/work_checks.h"

namespace sgdma::workload {

bool is_table_list(const ConfigNode& node) {
  return node.kind == ConfigNode::Kind::kArray &&
         std::all_of(node.items.begin(), node.items.end(),
                     [](const ConfigNode& item) { return item.kind == ConfigNode::Kind::kTable; });
}

std::optional<WqeEntry> WorkReader::read_wqe(const ConfigNode& table,
                                             const KeyTable<WqeEntry>& keys, KeysSeen& seen) const {
  WqeEntry entry;
  read_table(table, "wqe", keys, values_, errors_, entry, seen, no_hint);
  const ConfigEntry* sges = table.find("sge");
  const bool good = sges == nullptr || read_sges(sges->value, entry);
  if (!good || !seen.all_good()) return std::nullopt;
  check_wqe(entry, seen, table.place, errors_);
  return entry;
}

std::optional<PacketEntry> WorkReader::read_packet(const ConfigNode& table,
                                                   const KeyTable<PacketEntry>& keys,
                                                   KeysSeen& seen) const {
  PacketEntry entry;
  read_table(table, "packet", keys, values_, errors_, entry, seen, no_hint);
  if (!seen.all_good()) return std::nullopt;
  check_packet(entry, seen, table.place, errors_);
  return entry;
}

bool WorkReader::read_sges(const ConfigNode& list, WqeEntry& entry) const {
  if (!is_table_list(list)) {
    errors_.report(list.place, "wqe.sge should be an array of tables",
                   "sge = [{ addr = \"0x1000\", len = \"64 B\", key = \"NAME\" }]");
    return false;
  }
  bool good = true;
  for (const ConfigNode& table : list.items) {
    platform::ScatterGatherEntry sge;
    KeysSeen seen;
    read_table(table, "wqe.sge", sge_keys(), values_, errors_, sge, seen, no_hint);
    good = good && seen.all_good();
    entry.wqe.sges.push_back(sge);
  }
  return good;
}

std::optional<QpIndex> WorkReader::find_queue_pair(const platform::QueuePairList& known,
                                                   QpNumber number, Place place) const {
  if (const std::optional<QpIndex> found = known.find(number)) return found;
  const std::string text = std::to_string(raw(number));
  errors_.report(place, "there is no queue pair " + text,
                 "declare it: [[qp]] with number = " + text);
  return std::nullopt;
}

}  // namespace sgdma::workload
