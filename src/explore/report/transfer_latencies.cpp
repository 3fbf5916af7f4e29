#include "explore/report/transfer_latencies.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

namespace sgdma::explore {

namespace json = boost::json;

namespace {

constexpr int kBinsOfADoubling = 8;

double edge_of(int bin) { return std::exp2(static_cast<double>(bin) / kBinsOfADoubling); }

}  // namespace

void TransferLatencies::add(const json::object& event) {
  const std::string_view kind = event.at("event").as_string();
  if (kind != "post" && kind != "completion") return;
  const Cycle cycle = event.at("cycle").to_number<Cycle>();
  const std::string tag(event.at("tag").as_string());
  if (kind == "post") {
    posted_.emplace(tag, cycle);
    return;
  }
  const auto posted = posted_.find(tag);
  if (posted == posted_.end()) return;  // the scatter of an atomic
  const Cycle latency = cycle - posted->second;
  posted_.erase(posted);
  by_qp_[event.at("qp").to_number<std::int64_t>()].add(latency);
  const double value = std::max<double>(1, static_cast<double>(latency));
  ++histogram_[static_cast<int>(std::floor(std::log2(value) * kBinsOfADoubling))];
}

json::object TransferLatencies::json() const {
  std::vector<std::int64_t> numbers;
  for (const auto& [qp, latency] : by_qp_) numbers.push_back(qp);
  std::stable_sort(numbers.begin(), numbers.end(), [&](std::int64_t a, std::int64_t b) {
    return by_qp_.at(a).count() > by_qp_.at(b).count();
  });
  numbers.resize(std::min(numbers.size(), kMostQueuePairs));
  std::sort(numbers.begin(), numbers.end());
  json::array qps;
  for (const std::int64_t qp : numbers) {
    const observe::LatencyHistogram& latency = by_qp_.at(qp);
    qps.push_back({{"qp", qp},
                   {"count", latency.count()},
                   {"mean", latency.mean()},
                   {"p1", latency.percentile(10)},
                   {"p25", latency.percentile(250)},
                   {"p50", latency.percentile(500)},
                   {"p75", latency.percentile(750)},
                   {"p99", latency.percentile(990)},
                   {"max", latency.max()}});
  }
  json::array histogram;
  for (const auto& [bin, count] : histogram_) {
    histogram.push_back({edge_of(bin), edge_of(bin + 1), count});
  }
  return {{"qps", qps}, {"qps_in_all", by_qp_.size()}, {"histogram", histogram}};
}

}  // namespace sgdma::explore
