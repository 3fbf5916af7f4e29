#include "workload/config/scenario_reader.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <utility>

#include "workload/config/engine_checks.h"
#include "workload/config/event_builder.h"
#include "workload/config/fault_checks.h"
#include "workload/config/fault_keys.h"
#include "workload/config/generator_builder.h"
#include "workload/config/generator_keys.h"
#include "workload/config/list_keys.h"
#include "workload/config/nearest_name.h"
#include "workload/config/section_keys.h"
#include "workload/config/work_checks.h"

namespace sgdma::workload {
namespace {

using Kind = ConfigNode::Kind;

constexpr std::array<std::string_view, 7> kLists = {"region",    "qp",    "wqe",  "packet",
                                                    "generator", "event", "fault"};

bool is_list(std::string_view name) {
  return std::find(kLists.begin(), kLists.end(), name) != kLists.end();
}

/// Names of the sections, in the order of the key table.
std::vector<std::string> section_names() {
  std::vector<std::string> names;
  for (const Key<Scenario>& key : section_keys()) {
    if (names.empty() || names.back() != key.spec.section) names.emplace_back(key.spec.section);
  }
  return names;
}

/// The tables of a list; none if it is not there or no list.
const std::vector<ConfigNode>& tables_of(const ConfigNode& root, std::string_view name) {
  static const std::vector<ConfigNode> none;
  const ConfigEntry* entry = root.find(name);
  return entry != nullptr && is_table_list(entry->value) ? entry->value.items : none;
}

/// For a key that stands in the wrong section.
std::string right_section(std::string_view name) {
  for (const Key<Scenario>& key : section_keys()) {
    if (key.spec.name == name) return "did you mean " + key.spec.full_name() + "?";
  }
  return {};
}

}  // namespace

ScenarioReader::ScenarioReader(ErrorList& errors)

    : errors_(errors),
      values_(errors),
      work_(values_, errors),
      regions_(errors),
      queue_pairs_(errors) {}

void ScenarioReader::check_names(const ConfigNode& root) {
  const std::vector<std::string> sections = section_names();
  std::vector<std::string> known = sections;
  known.insert(known.end(), kLists.begin(), kLists.end());
  for (const ConfigEntry& entry : root.entries) {
    const bool section = std::find(sections.begin(), sections.end(), entry.key) != sections.end();
    if (section && entry.value.kind != Kind::kTable) {
      errors_.report(entry.key_place, entry.key + " is " + std::string(name_of(entry.value.kind)) +
                                          ", and should be a section: [" + entry.key + "]");
    } else if (is_list(entry.key) && !is_table_list(entry.value)) {
      errors_.report(entry.key_place, entry.key + " should be a list of tables",
                     "write [[" + entry.key + "]]");
    } else if (!section && !is_list(entry.key)) {
      report_unknown_key(errors_, entry, {}, known, right_section(entry.key));
    }
  }
}

void ScenarioReader::read_section(const ConfigNode& root, std::string_view section) {
  const ConfigEntry* entry = root.find(section);
  if (entry == nullptr || entry->value.kind != Kind::kTable) return;
  read_table(entry->value, section, section_keys(), values_, errors_, scenario_, seen_,
             right_section);
}

/// Of clock.period and clock.frequency the one counts whose source has precedence.
void ScenarioReader::read_clock(const ConfigNode& root) {
  ConfigNode clock_only;
  if (const ConfigEntry* clock = root.find("clock")) {
    clock_only.entries.push_back(*clock);
    ConfigNode& table = clock_only.entries.front().value;
    const ConfigEntry* period = table.find("period");
    const ConfigEntry* frequency = table.find("frequency");
    if (period != nullptr && frequency != nullptr) {
      if (period->key_place.source == frequency->key_place.source) {
        errors_.report(std::max(period->key_place, frequency->key_place),
                       "clock.period and clock.frequency are both given", "leave one of them out");
      }
      const bool drop_period = period->key_place < frequency->key_place;
      const std::ptrdiff_t old = (drop_period ? period : frequency) - table.entries.data();
      table.entries.erase(table.entries.begin() + old);
    }
  }
  read_section(clock_only, "clock");
  values_.set_period(scenario_.clock_period);
}

/// A path is meant from where it is written.
void ScenarioReader::find_stimulus() {
  if (scenario_.stimulus.empty()) return;
  const std::string folder = errors_.folder(seen_.place("workload.stimulus", {}).source);
  scenario_.stimulus = (std::filesystem::path(folder) / scenario_.stimulus).string();
}

void ScenarioReader::read_regions(const ConfigNode& root) {
  regions_.set_seed(scenario_.seed);
  for (const ConfigNode& table : tables_of(root, "region")) {
    RegionEntry entry;
    KeysSeen seen;
    read_table(table, "region", region_keys(), values_, errors_, entry, seen, no_hint);
    if (!entry.region.name.empty()) values_.add_region(entry.region.name, raw(entry.region.key));
    if (seen.all_good()) regions_.add(std::move(entry), seen, table.place);
  }
  scenario_.regions = regions_.take();
}

void ScenarioReader::read_queue_pairs(const ConfigNode& root) {
  for (const ConfigNode& table : tables_of(root, "qp")) {
    QueuePairEntry entry;
    KeysSeen seen;
    read_table(table, "qp", queue_pair_keys(), values_, errors_, entry, seen, no_hint);
    if (seen.all_good())
      queue_pairs_.add(entry, table.place);
    else
      queue_pairs_good_ = false;
  }
  scenario_.queue_pairs = queue_pairs_.take();
  scenario_.engine.queue_pairs =
      std::max(1U, static_cast<std::uint32_t>(scenario_.queue_pairs.size()));
}

template <class Work>
void ScenarioReader::add_work(const Arrival& arrival, Work work, Place place) {
  if (!queue_pairs_good_) return;
  const std::optional<QpIndex> qp = work_.find_queue_pair(scenario_.queue_pairs, arrival.qp, place);
  if (!qp) return;
  RepeatedItem item;
  item.item.at = arrival.at;
  item.item.qp = *qp;
  item.item.work = std::move(work);
  item.count = arrival.count;
  item.every = arrival.every;
  item.stride = arrival.stride;
  item.wrap = arrival.wrap;
  scenario_.work.push_back(std::move(item));
}

void ScenarioReader::read_wqe(const ConfigNode& table) {
  KeysSeen seen;
  std::optional<WqeEntry> entry = work_.read_wqe(table, wqe_keys(), seen);
  if (!entry) return;
  check_pace(entry->arrival, scenario_.clock_period, "wqe", seen, table.place, errors_);
  add_work(entry->arrival, std::move(entry->wqe), seen.place("wqe.qp", table.place));
}

void ScenarioReader::read_packet(const ConfigNode& table) {
  KeysSeen seen;
  const std::optional<PacketEntry> entry = work_.read_packet(table, packet_keys(), seen);
  if (!entry) return;
  check_pace(entry->arrival, scenario_.clock_period, "packet", seen, table.place, errors_);
  check_acknowledge(*entry, scenario_.peer_delay != 0, seen, table.place, errors_);
  add_work(entry->arrival, entry->packet, seen.place("packet.qp", table.place));
}

/// WQEs and packets count in the order in which they stand in the text.
void ScenarioReader::read_work(const ConfigNode& root) {
  struct Listed {
    const ConfigNode* table;
    bool is_wqe;
  };
  std::vector<Listed> listed;
  for (const ConfigNode& table : tables_of(root, "wqe")) listed.push_back({&table, true});
  for (const ConfigNode& table : tables_of(root, "packet")) listed.push_back({&table, false});
  std::stable_sort(listed.begin(), listed.end(), [](const Listed& a, const Listed& b) {
    return a.table->place < b.table->place;
  });
  for (const Listed& entry : listed) {
    if (entry.is_wqe)
      read_wqe(*entry.table);
    else
      read_packet(*entry.table);
  }
}

void ScenarioReader::read_generators(const ConfigNode& root) {
  GeneratorBuilder builder(scenario_, errors_);
  for (const ConfigNode& table : tables_of(root, "generator")) {
    GeneratorEntry entry;
    KeysSeen seen;
    read_table(table, "generator", generator_keys(), values_, errors_, entry, seen, no_hint);
    if (seen.all_good() && queue_pairs_good_) builder.add(std::move(entry), seen, table.place);
  }
  scenario_.generators = builder.take();
}

void ScenarioReader::read_events(const ConfigNode& root) {
  EventBuilder builder(scenario_, errors_);
  for (const ConfigNode& table : tables_of(root, "event")) {
    EventEntry entry;
    KeysSeen seen;
    read_table(table, "event", event_keys(), values_, errors_, entry, seen, no_hint);
    if (seen.all_good() && queue_pairs_good_) builder.add(entry, seen, table.place);
  }
  builder.check_registrations();
  scenario_.events = builder.take();
}

void ScenarioReader::read_faults(const ConfigNode& root) {
  for (const ConfigNode& table : tables_of(root, "fault")) {
    platform::FaultRule rule;
    KeysSeen seen;
    read_table(table, "fault", fault_keys(), values_, errors_, rule, seen, no_hint);
    if (!seen.all_good()) continue;
    check_fault(rule, scenario_.engine, seen, seen_, errors_);
    if (rule.qp && queue_pairs_good_) {
      work_.find_queue_pair(scenario_.queue_pairs, *rule.qp, seen.place("fault.qp", table.place));
    }
    scenario_.memory.faults.push_back(rule);
  }
}

Scenario ScenarioReader::read(const ConfigNode& root) {
  check_names(root);
  read_clock(root);
  for (const std::string& section : section_names()) {
    if (section != "clock") read_section(root, section);
  }
  find_stimulus();
  read_regions(root);
  read_queue_pairs(root);
  read_work(root);
  read_generators(root);
  read_events(root);
  read_faults(root);
  check_engine(scenario_, seen_, errors_);
  return std::move(scenario_);
}

}  // namespace sgdma::workload
