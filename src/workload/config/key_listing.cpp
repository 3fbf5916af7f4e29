#include "workload/config/key_listing.h"

#include <algorithm>

#include "workload/config/fault_keys.h"
#include "workload/config/generator_keys.h"
#include "workload/config/list_keys.h"
#include "workload/config/section_keys.h"

namespace sgdma::workload {
namespace {

template <class Root>
ListedKey listed(const Key<Root>& key) {
  static const Root defaults{};
  ListedKey result{key.spec, {}};
  const std::optional<KeyValue> value = key.binding.get(defaults);
  if (value && !key.spec.required && !key.spec.is_alias) {
    result.default_value = format_value(key.spec, *value);
  }
  return result;
}

std::string_view section_summary(std::string_view section) {
  if (section == "clock") return "The engine's clock.";
  if (section == "bus") return "The host memory bus.";
  if (section == "engine") return "The engine, and what it takes for a legal WQE.";
  if (section == "arbiter") return "Who gets slots, and whose burst is next.";
  if (section == "payload") return "The payload ends, towards the wire.";
  if (section == "completion") return "The completion port, and the completion queue behind it.";
  if (section == "teardown") return "How transfers end before their last byte.";
  if (section == "memory") return "Host memory.";
  if (section == "workload") return "What holds for all work.";
  return "When figures are taken.";
}

std::vector<ListedTable> list_sections() {
  std::vector<ListedTable> tables;
  for (const Key<Scenario>& key : section_keys()) {
    if (tables.empty() || tables.back().name != key.spec.section) {
      tables.push_back({key.spec.section, false, section_summary(key.spec.section), {}});
    }
    tables.back().keys.push_back(listed(key));
  }
  return tables;
}

template <class Root>
ListedTable list_entries(std::string_view name, std::string_view summary,
                         const KeyTable<Root>& keys) {
  ListedTable table{name, true, summary, {}};
  for (const Key<Root>& key : keys) table.keys.push_back(listed(key));
  return table;
}

std::vector<ListedTable> list_all() {
  std::vector<ListedTable> tables = list_sections();
  tables.push_back(list_entries("region", "Memory regions, backed by pages.", region_keys()));
  tables.push_back(list_entries("qp", "Queue pairs. Work needs one.", queue_pair_keys()));
  tables.push_back(list_entries("wqe", "Work queue elements that software posts.", wqe_keys()));
  tables.push_back(list_entries("wqe.sge", "Scatter-gather entries of a WQE.", sge_keys()));
  tables.push_back(list_entries(
      "generator", "Messages that are drawn ([workloads.md](workloads.md)).", generator_keys()));
  tables.push_back(list_entries("packet", "Packets that come from the wire.", packet_keys()));
  tables.push_back(
      list_entries("event", "What software asks for in the middle of transfers.", event_keys()));
  tables.push_back(
      list_entries("fault",
                   "Beats that host memory does not answer as it should: those that meet all "
                   "conditions given, down to `beat` ([memory.md](memory.md)).",
                   fault_keys()));
  return tables;
}

}  // namespace

const std::vector<ListedTable>& listed_tables() {
  static const std::vector<ListedTable> tables = list_all();
  return tables;
}

const ListedKey* find_key(std::string_view key) {
  const std::size_t first = key.find('.');
  const std::size_t last = key.rfind('.');
  if (first == std::string_view::npos) return nullptr;
  const std::string_view section = key.substr(0, std::min(first, key.find('[')));
  for (const ListedTable& table : listed_tables()) {
    const bool by_name = table.is_list && section.size() == first;
    if (table.name != section || by_name == (first == last)) continue;
    for (const ListedKey& listed : table.keys) {
      if (listed.spec.name == key.substr(last + 1)) return &listed;
    }
  }
  return nullptr;
}

std::vector<std::string> key_names() {
  std::vector<std::string> names;
  for (const ListedTable& table : listed_tables()) {
    if (table.name.find('.') != std::string_view::npos) continue;
    for (const ListedKey& key : table.keys) names.push_back(key.spec.full_name());
  }
  return names;
}

}  // namespace sgdma::workload
