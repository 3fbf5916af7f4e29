#include "workload/diff/tolerant_comparison.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "workload/config/config_error.h"
#include "workload/diff/bus_event.h"
#include "workload/diff/event_log_reader.h"
#include "workload/diff/foreign_log.h"

namespace sgdma::workload {
namespace {

namespace json = boost::json;

using Key = std::tuple<bool, Direction, std::uint64_t>;

Key key_of(const BusEvent& event) { return {event.beat, event.direction, event.id}; }

const char* name_of(OrderedBy by) {
  switch (by) {
    case OrderedBy::kSlot: return "slot";
    case OrderedBy::kTag: return "id";
    case OrderedBy::kQueuePair: return "qp";
  }
  return "";
}

/// Bursts and beats of the model's log.
std::vector<BusEvent> model_events(EventLogReader& log, OrderedBy by) {
  std::vector<BusEvent> events;
  std::string_view line;
  while (log.next(line)) {
    const bool burst = line.find("\"event\":\"burst\"") != std::string_view::npos;
    const bool beat = line.find("\"event\":\"beat\"") != std::string_view::npos;
    if (!burst && !beat) continue;
    const json::object object = log.parse(line);
    const std::string address(object.at("addr").as_string());
    BusEvent event;
    event.line = log.line();
    event.cycle = object.at("cycle").to_number<Cycle>();
    event.beat = beat;
    event.direction =
        object.at("dir").as_string() == "gather" ? Direction::kGather : Direction::kScatter;
    event.id = object.at(name_of(by)).to_number<std::uint64_t>();
    event.address = std::stoull(address, nullptr, 16);
    event.bytes = object.at("bytes").to_number<std::uint32_t>();
    event.beats = burst ? object.at("beats").to_number<std::uint32_t>() : 0;
    events.push_back(event);
  }
  return events;
}

class Comparison {
 public:
  Comparison(std::vector<BusEvent> model, std::vector<BusEvent> foreign,
             const ToleranceOptions& options)
      : model_(std::move(model)), foreign_(std::move(foreign)), options_(options) {}

  TolerantResult compare() {
    leave_out_beats();
    if (model_.empty() || foreign_.empty()) {
      throw ConfigError("diff",
                        "there is nothing to compare: one log has beats alone, the other none",
                        "log bursts, or the model's beats with --events-beats");
    }
    for (const BusEvent& event : model_) right_[key_of(event)].push_back(&event);
    for (const BusEvent& event : foreign_) {
      if (result_.difference) break;
      hold(event);
    }
    find_missing();
    result_.ids = right_.size();
    return result_;
  }

 private:
  static bool has_beats(const std::vector<BusEvent>& events) {
    return std::any_of(events.begin(), events.end(), [](const BusEvent& e) { return e.beat; });
  }

  void leave_out_beats() {
    if (has_beats(model_) == has_beats(foreign_)) return;
    result_.beats_left_out = true;
    for (std::vector<BusEvent>* events : {&model_, &foreign_}) {
      events->erase(
          std::remove_if(events->begin(), events->end(), [](const BusEvent& e) { return e.beat; }),
          events->end());
    }
  }

  void hold(const BusEvent& seen) {
    std::size_t& position = reached_[key_of(seen)];
    const auto found = right_.find(key_of(seen));
    if (found == right_.end() || position == found->second.size()) {
      differ("the model's log has no more", seen, position, 0, "",
             fmt::format("0x{:x}", seen.address));
      return;
    }
    const BusEvent& right = *found->second[position];
    if (right.address != seen.address) {
      differ("addr", seen, position, right.line, fmt::format("0x{:x}", right.address),
             fmt::format("0x{:x}", seen.address));
    } else if (right.bytes != seen.bytes) {
      differ("bytes", seen, position, right.line, std::to_string(right.bytes),
             std::to_string(seen.bytes));
    } else if (seen.beats != 0 && right.beats != seen.beats) {
      differ("beats", seen, position, right.line, std::to_string(right.beats),
             std::to_string(seen.beats));
    } else {
      hold_cycle(right, seen, position);
    }
    ++position;
    ++(seen.beat ? result_.beats : result_.bursts);
  }

  void hold_cycle(const BusEvent& right, const BusEvent& seen, std::size_t position) {
    const std::int64_t apart =
        static_cast<std::int64_t>(seen.cycle) - static_cast<std::int64_t>(right.cycle);
    if (result_.bursts + result_.beats == 0) {
      result_.offset = apart;
    }
    const std::int64_t deviation = apart - result_.offset;
    if (std::abs(deviation) > std::max(std::abs(result_.least), std::abs(result_.most))) {
      result_.most_line = seen.line;
    }
    result_.least = std::min(result_.least, deviation);
    result_.most = std::max(result_.most, deviation);
    if (options_.tolerance && static_cast<Cycle>(std::abs(deviation)) > *options_.tolerance) {
      differ("cycle", seen, position, right.line,
             fmt::format("{} ({} with the offset)", right.cycle,
                         static_cast<std::int64_t>(right.cycle) + result_.offset),
             std::to_string(seen.cycle));
    }
  }

  /// The first in the model's log.
  void find_missing() {
    if (result_.difference) return;
    const BusEvent* first = nullptr;
    for (const auto& [key, events] : right_) {
      const std::size_t position = reached_[key];
      if (position == events.size()) continue;
      if (first == nullptr || events[position]->line < first->line) first = events[position];
    }
    if (first == nullptr) return;
    differ("the foreign log has no more", *first, reached_[key_of(*first)], first->line,
           fmt::format("0x{:x}", first->address), "");
    result_.difference->lines[1] = 0;
  }

  void differ(std::string what, const BusEvent& event, std::size_t position, std::uint32_t line,
              std::string model, std::string foreign) {
    if (result_.difference) return;
    result_.difference = TolerantDifference{std::move(what),
                                            event.beat,
                                            event.direction,
                                            event.id,
                                            position,
                                            {line, event.line},
                                            {std::move(model), std::move(foreign)}};
  }

  std::vector<BusEvent> model_;
  std::vector<BusEvent> foreign_;
  const ToleranceOptions& options_;
  std::map<Key, std::vector<const BusEvent*>> right_;
  std::map<Key, std::size_t> reached_;
  TolerantResult result_;
};

}  // namespace

TolerantResult compare_tolerantly(const std::string& model, const std::string& foreign,
                                  const ToleranceOptions& options) {
  EventLogReader log(model);
  std::vector<BusEvent> right;
  try {
    right = model_events(log, options.by);
  } catch (const ConfigError&) {
    throw;
  } catch (const std::exception&) {
    throw ConfigError({{model, log.line(), 1, {}, "this is no burst or beat of an event log", {}}});
  }
  if (right.empty()) throw ConfigError(model, "there is no burst and no beat in it");
  return Comparison(std::move(right), read_foreign_log(foreign), options).compare();
}

}  // namespace sgdma::workload
