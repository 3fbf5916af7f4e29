#include "workload/config/scenario_writer.h"

#include <string_view>
#include <variant>

#include "workload/config/fault_keys.h"
#include "workload/config/generator_keys.h"
#include "workload/config/list_keys.h"
#include "workload/config/section_keys.h"

namespace sgdma::workload {
namespace {

template <class Root>
void write_keys(std::string& out, const KeyTable<Root>& keys, const Root& root) {
  for (const Key<Root>& key : keys) {
    const std::optional<KeyValue> value = key.binding.get(root);
    if (!value) continue;
    out.append(key.spec.name).append(" = ").append(format_value(key.spec, *value)) += '\n';
  }
}

void write_sections(std::string& out, const Scenario& scenario) {
  std::string_view section;
  for (const Key<Scenario>& key : section_keys()) {
    if (key.spec.is_alias) continue;
    if (key.spec.section != section) {
      if (!section.empty()) out += '\n';
      section = key.spec.section;
      out.append("[").append(section).append("]\n");
    }
    const std::optional<KeyValue> value = key.binding.get(scenario);
    if (!value) continue;
    out.append(key.spec.name).append(" = ").append(format_value(key.spec, *value)) += '\n';
  }
}

/// Queue pairs with consecutive numbers that are alike share an entry.
void write_queue_pairs(std::string& out, const Scenario& scenario) {
  const auto& all = scenario.queue_pairs;
  for (std::uint32_t first = 0; first < all.size();) {
    const QueuePairEntry entry{all[first], all.alike_from(QpIndex{first})};
    out += "\n[[qp]]\n";
    write_keys(out, queue_pair_keys(), entry);
    first += entry.count;
  }
}

void write_work(std::string& out, const Scenario& scenario, const RepeatedItem& repeated) {
  const platform::WorkItem& item = repeated.item;
  const QpNumber qp = scenario.queue_pairs.number_of(item.qp);
  const Arrival arrival{qp,           item.at, repeated.count, repeated.every, repeated.stride,
                        repeated.wrap};
  if (const auto* wqe = std::get_if<platform::WorkQueueElement>(&item.work)) {
    out += "\n[[wqe]]\n";
    write_keys(out, wqe_keys(), WqeEntry{arrival, *wqe});
  } else {
    out += "\n[[packet]]\n";
    write_keys(out, packet_keys(),
               PacketEntry{arrival, std::get<platform::IncomingPacket>(item.work)});
  }
}

EventEntry entry_of(const platform::ControlEventConfig& event, const Scenario& scenario) {
  EventEntry entry;
  const ControlRequest& request = event.request;
  entry.kind = request.kind;
  if (entry.kind == ControlKind::kRegister) {
    entry.region = {request.region, scenario.regions[request.registration].name};
  } else if (entry.kind == ControlKind::kDeregister) {
    entry.region = {request.region, {}};
  } else if (entry.kind != ControlKind::kEngineReset) {
    entry.qp = request.number;
  }
  entry.at = event.at;
  if (event.trigger) {
    entry.after = to_string(event.trigger->tag);
    entry.beat = event.trigger->beat;
  }
  return entry;
}

}  // namespace

std::string to_toml(const Scenario& scenario) {
  std::string out;
  write_sections(out, scenario);
  for (const platform::Region& region : scenario.regions) {
    out += "\n[[region]]\n";
    write_keys(out, region_keys(), RegionEntry{region, std::nullopt, PageLayout::kRising});
  }
  write_queue_pairs(out, scenario);
  for (const GeneratorConfig& generator : scenario.generators) {
    out += "\n[[generator]]\n";
    write_keys(out, generator_keys(), GeneratorEntry{generator, 0});
  }
  for (const RepeatedItem& repeated : scenario.work) write_work(out, scenario, repeated);
  for (const platform::ControlEventConfig& event : scenario.events) {
    out += "\n[[event]]\n";
    write_keys(out, event_keys(), entry_of(event, scenario));
  }
  for (const platform::FaultRule& rule : scenario.memory.faults) {
    out += "\n[[fault]]\n";
    write_keys(out, fault_keys(), rule);
  }
  return out;
}

}  // namespace sgdma::workload
