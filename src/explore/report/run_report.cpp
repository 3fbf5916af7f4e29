#include "explore/report/run_report.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <string_view>
#include <utility>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "explore/report/bus_use.h"
#include "explore/report/slot_timeline.h"
#include "explore/report/transfer_latencies.h"
#include "workload/config/config_error.h"
#include "workload/diff/event_log_reader.h"

namespace sgdma::explore {
namespace {

namespace json = boost::json;

constexpr std::size_t kMostBars = 6000;
constexpr std::size_t kMostMarks = 1000;
constexpr std::size_t kMostQueuePairs = 64;

std::uint64_t bytes_of(const json::value& qp) {
  return qp.at("gather_bytes").to_number<std::uint64_t>() +
         qp.at("scatter_bytes").to_number<std::uint64_t>();
}

/// Returns how many queue pairs there were.
std::size_t keep_busiest(json::array& qps) {
  const std::size_t all = qps.size();
  if (all <= kMostQueuePairs) return all;
  std::stable_sort(qps.begin(), qps.end(), [](const json::value& a, const json::value& b) {
    return bytes_of(a) > bytes_of(b);
  });
  qps.erase(qps.begin() + kMostQueuePairs, qps.end());
  std::sort(qps.begin(), qps.end(), [](const json::value& a, const json::value& b) {
    return a.at("qp").to_number<std::uint64_t>() < b.at("qp").to_number<std::uint64_t>();
  });
  return all;
}

/// That the log goes with the result: they have the same clock, and the log ends with the run.
void require_same_run(const std::string& path, const workload::EventLogReader& reader, Cycle last,
                      const json::object& result) {
  const std::string hint = "name the log of this run with --events, or take this one away";
  const auto cycles = result.at("cycles").to_number<double>();
  const auto period_ps = reader.header().at("period_ps").to_number<double>();
  const double time_ps = 1000 * result.at("time_ns").to_number<double>();
  constexpr double kRounding = 1e-9;
  if (std::abs(cycles * period_ps - time_ps) > kRounding * time_ps) {
    throw workload::ConfigError(path, "is of another run: its clock has another period", hint);
  }
  if (static_cast<double>(last) > cycles) {
    throw workload::ConfigError(
        path, fmt::format("is of another run: it goes on to cycle {}, the run to {}", last, cycles),
        hint);
  }
}

void read_events(const std::string& path, const json::object& result, ShownCycles shown,
                 json::object& report) {
  workload::EventLogReader reader(path);
  SlotTimeline timeline(kMostBars, kMostMarks, shown);
  BusUse bus(reader.has_beats());
  TransferLatencies latencies;
  const auto end = result.at("cycles").to_number<Cycle>();
  Cycle last = 0;
  std::string_view line;
  while (reader.next(line)) {
    const json::object event = reader.parse(line);
    try {
      timeline.add(event);
      bus.add(event);
      latencies.add(event);
      last = std::max(last, event.at("cycle").to_number<Cycle>());
    } catch (const std::exception&) {
      throw workload::ConfigError(path + ":" + std::to_string(reader.line()),
                                  "is no event of a run", "docs/events.md tells their fields");
    }
  }
  require_same_run(path, reader, last, result);
  if (shown.from > end) {
    throw workload::ConfigError("--from " + std::to_string(shown.from),
                                "the run ended at cycle " + std::to_string(end));
  }
  timeline.finish(end);
  report["period_ps"] = reader.header().at("period_ps");
  report["bus_width"] = reader.header().at("bus_width");
  report["timeline"] = timeline.json();
  report["timeline"].as_object()["from"] = shown.from;
  report["timeline"].as_object()["to"] = std::min(shown.to, end);
  report["bus"] = bus.json(end);
  report["latency"] = latencies.json();
}

}  // namespace

json::object run_report(json::object result, const std::optional<std::string>& events,
                        ShownCycles shown) {
  const json::string& name = result.at("name").as_string();
  json::object report = {{"kind", "run"},
                         {"title", name.empty() ? json::string("run") : name},
                         {"timeline", nullptr},
                         {"bus", nullptr},
                         {"latency", nullptr}};
  report["qps_in_all"] = keep_busiest(result.at("qps").as_array());
  if (events) read_events(*events, result, shown, report);
  report["result"] = std::move(result);
  return report;
}

}  // namespace sgdma::explore
