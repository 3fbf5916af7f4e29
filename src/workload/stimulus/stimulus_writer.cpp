#include "workload/stimulus/stimulus_writer.h"

#include <unordered_map>
#include <variant>

#include "core/ensure.h"
#include "workload/config/list_keys.h"
#include "workload/config/quantity.h"
#include "workload/stimulus/stimulus_keys.h"

namespace sgdma::workload {
namespace {

class LineWriter {
 public:
  explicit LineWriter(const Scenario& scenario) : scenario_(scenario) {
    for (const platform::Region& region : scenario.regions) {
      names_.emplace(raw(region.key), region.name);
    }
  }

  void write(const platform::WorkItem& item) {
    core::ensure(item.at >= at_, "work is written that is not in order of time");
    const bool is_wqe = std::holds_alternative<platform::WorkQueueElement>(item.work);
    text_ += is_wqe ? "{\"wqe\": {" : "{\"packet\": {";
    separator_ = "";
    if (item.at != at_) member("at", quoted(format_time(item.at)));
    at_ = item.at;
    Arrival arrival;
    arrival.qp = scenario_.queue_pairs.number_of(item.qp);
    if (is_wqe) {
      write_keys(wqe_line_keys(),
                 WqeEntry{arrival, std::get<platform::WorkQueueElement>(item.work)});
    } else {
      write_keys(packet_line_keys(),
                 PacketEntry{arrival, std::get<platform::IncomingPacket>(item.work)});
    }
    text_ += "}}\n";
  }

  std::string take() { return std::move(text_); }

 private:
  void member(std::string_view name, std::string_view value) {
    text_.append(separator_).append("\"").append(name).append("\": ").append(value);
    separator_ = ", ";
  }

  template <class Entry>
  void write_keys(const KeyTable<Entry>& keys, const Entry& entry) {
    for (const Key<Entry>& key : keys) {
      const std::optional<KeyValue> value = key.binding.get(entry);
      const bool is_time = key.spec.name == "at" || key.spec.name == "gap";
      const bool is_default = key.spec.name == "signaled" && value && value->number != 0;
      if (!value || is_time || is_default) continue;
      if (key.spec.kind == KeyKind::kEntries) {
        write_entries(key.spec.name, entry);
      } else {
        member(key.spec.name, text_of(key.spec, *value));
      }
    }
  }

  void write_entries(std::string_view name, const WqeEntry& entry) {
    member(name, "[");
    std::string_view between;
    for (const platform::ScatterGatherEntry& sge : entry.wqe.sges) {
      text_.append(between).append("{");
      separator_ = "";
      for (const Key<platform::ScatterGatherEntry>& key : sge_keys()) {
        member(key.spec.name, text_of(key.spec, *key.binding.get(sge)));
      }
      text_ += "}";
      between = ", ";
    }
    text_ += "]";
    separator_ = ", ";
  }
  void write_entries(std::string_view, const PacketEntry&) {}

  /// Regions by their names.
  std::string text_of(const KeySpec& spec, const KeyValue& value) const {
    if (spec.kind == KeyKind::kRegion) {
      const auto name = names_.find(static_cast<std::uint32_t>(value.number));
      if (name != names_.end()) return quoted(name->second);
    }
    return format_value(spec, value);
  }

  const Scenario& scenario_;
  std::unordered_map<std::uint32_t, std::string> names_;  ///< of regions, by key
  std::string text_;
  std::string_view separator_;
  platform::Picoseconds at_ = 0;
};

}  // namespace

std::string to_json_lines(const Scenario& scenario) {
  LineWriter writer(scenario);
  for (const RepeatedItem& repeated : scenario.work) {
    core::ensure(repeated.count == 1, "repeated work is written as bulk stimulus");
    writer.write(repeated.item);
  }
  return writer.take();
}

}  // namespace sgdma::workload
