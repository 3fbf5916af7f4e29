#include "workload/result_json.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "workload/fairness.h"
#include "workload/readable_json.h"
#include "workload/what_limits.h"

namespace sgdma::workload {

namespace {

namespace json = boost::json;

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::string_view name_of(Ending ending) {
  switch (ending) {
    case Ending::kDone: return "done";
    case Ending::kDeadlock: return "deadlock";
    case Ending::kCycleLimit: return "max_cycles";
    case Ending::kInterrupted: return "interrupted";
  }
  return "?";
}

/// Only those that are not 0.
json::object causes_json(const OwnerWindow::ByCause& causes) {
  json::object cycles;
  for (std::size_t cause = 0; cause < core::kStallCauses; ++cause) {
    if (causes[cause] > 0) {
      cycles[core::kStallCauseNames[cause]] = causes[cause];
    }
  }
  return cycles;
}

json::object channel_json(const RunResult& result, Direction direction) {
  const Totals& measured = result.measured;
  const core::ChannelCounters& channel = measured.channels[index_of(direction)];
  const auto& causes = measured.causes[index_of(direction)];
  const double nanoseconds =
      static_cast<double>(measured.cycles) * static_cast<double>(result.period_ps) / 1000.0;
  json::object cycles;
  for (std::size_t cause = 0; cause < core::kStallCauses; ++cause) {
    cycles[core::kStallCauseNames[cause]] = causes[cause];
  }
  return {{"beats", channel.beats},
          {"bytes", channel.bytes},
          {"bursts", channel.bursts},
          {"wasted_beats", channel.wasted_beats},
          {"faults", channel.faults},
          {"utilisation", ratio(causes[0], measured.cycles)},
          {"gbit_per_s",
           nanoseconds == 0 ? 0.0 : static_cast<double>(channel.bytes) * 8.0 / nanoseconds},
          {"cycles", cycles},
          {"cycles_of_nobody", causes_json(measured.nobodys[index_of(direction)])}};
}

json::object latency_json(const observe::LatencyHistogram& latency) {
  return {{"count", latency.count()},        {"mean", latency.mean()},
          {"p50", latency.percentile(500)},  {"p99", latency.percentile(990)},
          {"p999", latency.percentile(999)}, {"max", latency.max()}};
}

json::object exposed_json(const std::array<std::uint64_t, kDirections>& bytes) {
  return {{"gather", bytes[0]}, {"scatter", bytes[1]}};
}

json::object quarantine_json(const RunResult& result) {
  json::object object;
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    const observe::QuarantineFigures& figures = result.control->quarantine(direction);
    json::object time = latency_json(figures.time);
    time["min"] = figures.time.min();
    object[name_of(direction)] = {
        {"bursts", figures.bursts}, {"held", figures.held()}, {"time", time}};
  }
  json::array blocked;
  for (const BlockedSocket& socket : result.blocked_sockets) {
    blocked.push_back({{"socket", socket.name},
                       {"tag", socket.owner},
                       {"addr", fmt::format("{:#x}", socket.address)},
                       {"id", socket.id}});
  }
  object["blocked_sockets"] = blocked;
  return object;
}

json::object control_json(const observe::ControlStatistics& control, ControlKind kind) {
  const observe::ControlFigures& figures = control.figures(kind);
  json::object latency = latency_json(figures.latency);
  latency["min"] = figures.latency.min();
  return {{"asked", figures.asked},
          {"answered", figures.answered},
          {"latency", latency},
          {"exposed_bytes", exposed_json(control.exposed(kind))}};
}

json::object mid_transaction_json(const RunResult& result) {
  const observe::ControlStatistics& control = *result.control;
  json::object object;
  for (const ControlKind kind : {ControlKind::kQueuePairReset, ControlKind::kQueuePairError,
                                 ControlKind::kEngineReset, ControlKind::kDeregister}) {
    object[name_of(kind)] = control_json(control, kind);
  }
  object["deregister"].as_object()["exposed_after_answer"] =
      exposed_json(control.regions().after_answer());
  const observe::ControlFigures& entered = control.figures(ControlKind::kRegister);
  object["register"] = {{"asked", entered.asked}, {"answered", entered.answered}};
  json::object torn;
  for (std::size_t cause = 0; cause < kTeardownCauses; ++cause) {
    const auto which = static_cast<TeardownCause>(cause);
    if (which != TeardownCause::kBusFault) torn[kTeardownCauseNames[cause]] = control.torn(which);
  }
  object["torn_transfers"] = torn;
  object["quarantine"] = quarantine_json(result);
  object["exposed_after_answer"] = exposed_json(control.exposed_after_answer());
  object["fault_to_cqe"] = latency_json(control.fault_to_cqe());
  object["refused_items"] = result.refused;
  object["discarded_wqes"] = result.wqes_discarded;
  return object;
}

json::object latencies_json(const observe::TransferStatistics& statistics) {
  json::object latency = latency_json(statistics.total());
  latency["stages"] = {{"queue", latency_json(statistics.stages().queue)},
                       {"slot", latency_json(statistics.stages().slot)}};
  json::object by_size;
  for (const auto& [bytes, histogram] : statistics.by_size()) {
    by_size[std::to_string(bytes)] = latency_json(histogram);
  }
  latency["by_size"] = by_size;
  return latency;
}

json::object queue_pair_json(QpNumber number, const observe::QueuePairStatistics& qp,
                             const json::object& cycles) {
  return {{"qp", raw(number)},
          {"gather_bytes", qp.bytes[0]},
          {"scatter_bytes", qp.bytes[1]},
          {"gathers", qp.transfers[0]},
          {"scatters", qp.transfers[1]},
          {"latency", latency_json(qp.latency)},
          {"cycles", cycles}};
}

/// By direction, of the window.
json::object owned_json(const RunResult& result, QpIndex qp) {
  json::object cycles;
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    cycles[name_of(direction)] =
        causes_json(result.owners->cycles(*result.pipeline, qp, direction));
  }
  return cycles;
}

json::object fairness_json(const RunResult& result) {
  std::vector<double> shares;
  std::vector<double> weighted;
  result.statistics->queue_pairs().for_each(
      [&](std::uint32_t index, const observe::QueuePairStatistics& qp) {
        const auto bytes = static_cast<double>(qp.bytes[0] + qp.bytes[1]);
        shares.push_back(bytes);
        weighted.push_back(bytes / result.arbitration[index].weight);
      });
  return {{"jain", jain_index(shares)}, {"jain_weighted", jain_index(weighted)}};
}

json::object occupancy_json(const core::Occupancy& occupancy, Cycle cycles) {
  return {{"max", occupancy.max}, {"mean", ratio(occupancy.sum, cycles)}};
}

template <class Counts>
json::object statuses_json(const Counts& counts) {
  json::object statuses;
  for (std::size_t status = 0; status < counts.size(); ++status) {
    if (counts[status] > 0) {
      statuses[kCompletionStatusNames[status]] = counts[status];
    }
  }
  return statuses;
}

json::object storage_json(const core::StorageCost& storage) {
  return {{"table", storage.table},
          {"read_buffer", storage.read_buffer},
          {"gather_payload", storage.gather_payload},
          {"scatter_payload", storage.scatter_payload},
          {"completions", storage.completions},
          {"key_cache", storage.key_cache},
          {"total", storage.total()}};
}

json::object keys_json(const core::KeyCacheCounters& keys) {
  return {{"lookups", keys.lookups},
          {"hits", keys.hits},
          {"misses", keys.misses},
          {"joined", keys.joined},
          {"fills", keys.fills},
          {"evictions", keys.evictions},
          {"dropped_fills", keys.dropped_fills},
          {"failed_fetches", keys.failed_fetches}};
}

/// Indices of the queue pairs that had transfers, or own cycles, in their order.
std::vector<std::uint32_t> queue_pairs_of(const RunResult& result) {
  std::vector<std::uint32_t> with_transfers;
  result.statistics->queue_pairs().for_each(
      [&](std::uint32_t index, const observe::QueuePairStatistics&) {
        with_transfers.push_back(index);
      });
  std::vector<std::uint32_t> owners;
  result.pipeline->for_each_owner([&](QpIndex qp, Direction) {
    if (owners.empty() || owners.back() != raw(qp)) {
      owners.push_back(raw(qp));
    }
  });
  std::vector<std::uint32_t> all;
  std::set_union(with_transfers.begin(), with_transfers.end(), owners.begin(), owners.end(),
                 std::back_inserter(all));
  return all;
}

/// There may be very many: each is gone when it is written.
void write_queue_pairs(const RunResult& result, std::string& out) {
  const observe::QueuePairStatistics none;
  out += '[';
  const char* separator = "";
  for (const std::uint32_t index : queue_pairs_of(result)) {
    const observe::QueuePairStatistics* qp = result.statistics->queue_pairs().find(index);
    const json::object cycles = owned_json(result, QpIndex{index});
    const bool owns =
        !cycles.at("gather").as_object().empty() || !cycles.at("scatter").as_object().empty();
    if (qp == nullptr && !owns) {
      continue;  // not in the window
    }
    out += separator;
    append_json(queue_pair_json(result.queue_pairs.number_of(QpIndex{index}),
                                qp == nullptr ? none : *qp, cycles),
                out);
    separator = ",";
  }
  out += ']';
}

}  // namespace

std::string to_json(const RunResult& result) {
  const Totals& measured = result.measured;
  json::array broken;
  for (const BrokenCheck& check : result.broken_checks) {
    broken.push_back(json::string(check.text));
  }
  json::object object = {
      {"name", result.name},
      {"ending", name_of(result.ending)},
      {"cycles", result.cycles},
      {"time_ns",
       static_cast<double>(result.cycles) * static_cast<double>(result.period_ps) / 1000.0},
      {"seed", result.seed},
      {"measured_cycles", measured.cycles},
      {"limits", what_limits(result)},
      {"read", channel_json(result, Direction::kGather)},
      {"write", channel_json(result, Direction::kScatter)},
      {"transfers", result.transfers},
      {"rejected", result.rejected},
      {"held_back", {{"items", result.held_back}, {"longest_wait", result.longest_wait}}},
      {"completions", statuses_json(result.completions)},
      {"cqes", statuses_json(result.cqes)},
      {"late_write_errors", result.late_errors},
      {"protocol_errors", result.protocol_errors},
      {"latency", latencies_json(*result.statistics)},
      {"qps", nullptr},  // written below
      {"fairness", fairness_json(result)},
      {"mid_transaction", mid_transaction_json(result)},
      {"occupancy",
       {{"slots", occupancy_json(measured.slots, measured.cycles)},
        {"read_bursts", occupancy_json(measured.reads_outstanding, measured.cycles)},
        {"write_bursts", occupancy_json(measured.writes_outstanding, measured.cycles)},
        {"reorder_buffer", occupancy_json(measured.reordered_bytes, measured.cycles)},
        {"read_bytes", {{"max", measured.channels[0].max_outstanding_bytes}}},
        {"gather_payload", {{"max", result.gather_buffer_max}}},
        {"scatter_payload", {{"max", result.scatter_buffer_max}}}}},
      {"key_cache", keys_json(result.keys)},
      {"storage_bits", storage_json(result.storage)},
      {"verified", result.verified ? json::value(*result.verified) : json::value(nullptr)},
      {"invariants", {{"checked", result.checks}, {"broken", result.broken}, {"first", broken}}}};
  std::string text;
  const char* separator = "{";
  for (const auto& [key, member] : object) {
    text.append(separator).append(json::serialize(json::string(key))).append(1, ':');
    if (key == "qps") {
      write_queue_pairs(result, text);
    } else {
      append_json(member, text);
    }
    separator = ",";
  }
  return text += '}';
}

}  // namespace sgdma::workload
