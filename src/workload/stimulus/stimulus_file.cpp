#include "workload/stimulus/stimulus_file.h"

#include <algorithm>

#include "workload/config/config_error.h"
#include "workload/config/quantity.h"
#include "workload/config/section_keys.h"
#include "workload/config/work_checks.h"
#include "workload/stimulus/json_line.h"
#include "workload/stimulus/stimulus_keys.h"

namespace sgdma::workload {
namespace {

bool is_generated(const Scenario& scenario, QpNumber qp) {
  return std::any_of(scenario.generators.begin(), scenario.generators.end(),
                     [qp](const GeneratorConfig& generator) { return generator.owns(qp); });
}

}  // namespace

StimulusFile::StimulusFile(const std::string& path, const Scenario& scenario)
    : scenario_(scenario),
      source_(errors_.add_source(path, {}, true)),
      values_(errors_),
      reader_(values_, errors_),
      file_(path) {
  values_.set_period(scenario.clock_period);
  for (const platform::Region& region : scenario.regions) {
    values_.add_region(region.name, raw(region.key));
  }
}

const platform::WorkItem* StimulusFile::peek() {
  if (!full_ && !failure_) {
    try {
      full_ = next_item();
    } catch (const ConfigError&) {
      failure_ = std::current_exception();
    }
  }
  return full_ ? &item_ : nullptr;
}

bool StimulusFile::next_item() {
  if (!file_.next(text_)) return false;
  line_ = file_.number();
  errors_.show_line(source_, line_, text_);
  read_item();
  return true;
}

void StimulusFile::read_item() {
  const std::optional<ConfigNode> root = read_json_line(text_, source_, line_, errors_);
  errors_.throw_if_any();
  const bool single = root->entries.size() == 1;
  const std::string_view kind = single ? std::string_view(root->entries.front().key) : "";
  if ((kind == "wqe" || kind == "packet") &&
      root->entries.front().value.kind == ConfigNode::Kind::kTable) {
    const ConfigNode& table = root->entries.front().value;
    kind == "wqe" ? read_wqe(table) : read_packet(table);
  } else {
    errors_.report({source_, line_, 1}, "the line is no work item",
                   R"(write {"wqe": {"qp": 1, "op": "write", ...}} or {"packet": {...}})");
  }
  errors_.throw_if_any();
}

void StimulusFile::read_wqe(const ConfigNode& table) {
  KeysSeen seen;
  std::optional<WqeEntry> entry = reader_.read_wqe(table, wqe_line_keys(), seen);
  if (!entry) return;
  set_arrival("wqe", entry->arrival, seen);
  item_.work = std::move(entry->wqe);
}

void StimulusFile::read_packet(const ConfigNode& table) {
  KeysSeen seen;
  const std::optional<PacketEntry> entry = reader_.read_packet(table, packet_line_keys(), seen);
  if (!entry) return;
  check_acknowledge(*entry, scenario_.peer_delay != 0, seen, {source_, line_, 1}, errors_);
  set_arrival("packet", entry->arrival, seen);
  item_.work = entry->packet;
}

void StimulusFile::set_arrival(const std::string& section, const Arrival& arrival,
                               const KeysSeen& seen) {
  const std::string at = section + ".at";
  const std::string gap = section + ".gap";
  const Place start{source_, line_, 1};
  const auto qp = reader_.find_queue_pair(scenario_.queue_pairs, arrival.qp,
                                          seen.place(section + ".qp", start));
  if (qp) item_.qp = *qp;
  if (qp && is_generated(scenario_, arrival.qp)) {
    errors_.report(seen.place(section + ".qp", start),
                   "queue pair " + std::to_string(raw(arrival.qp)) + " belongs to a generator",
                   "what is done is counted by queue pair: give the generator its own");
  }
  if (seen.has(at) && seen.has(gap)) {
    errors_.report(seen.place(gap, start), at + " and " + gap + " are both given",
                   "leave one of them out");
  } else if (seen.has(at) && arrival.at < item_.at) {
    errors_.report(seen.place(at, start),
                   at + " lies before the line above, which arrives at " + format_time(item_.at),
                   "items stand in the order of their arrival");
  } else if (arrival.gap > kLongestTime - item_.at) {
    errors_.report(seen.place(gap, start), section + ": the arrival is after more than 4000000 s");
  } else {
    item_.at = seen.has(at) ? arrival.at : item_.at + arrival.gap;
  }
}

std::uint64_t check_stimulus(const std::string& path, const Scenario& scenario) {
  StimulusFile file(path, scenario);
  std::uint64_t items = 0;
  for (; file.peek() != nullptr; file.pop()) ++items;
  file.throw_if_bad();
  if (items == 0) throw ConfigError(path, "there is no work item in it");
  return items;
}

}  // namespace sgdma::workload
