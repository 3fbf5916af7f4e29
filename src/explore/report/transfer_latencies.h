/// How long transfers took, by queue pair.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "observe/latency_histogram.h"
#include "types/cycle.h"

namespace sgdma::explore {

/// From `post` to `completion` of each transfer of the log, warm-up or not. Memory grows with
/// queue pairs and with what is under way, not with the log.
class TransferLatencies {
 public:
  static constexpr std::size_t kMostQueuePairs = 48;

  void add(const boost::json::object& event);

  /// `qps`: of at most kMostQueuePairs, those with most transfers, by number: `qp`, `count`, `mean`
  /// and the percentiles `p1` `p25` `p50` `p75` `p99` `max`. `qps_in_all`. `histogram`: [low, high,
  /// transfers] of all, eight bins for a doubling.
  boost::json::object json() const;

 private:
  std::unordered_map<std::string, Cycle> posted_;  ///< by tag
  std::map<std::int64_t, observe::LatencyHistogram> by_qp_;
  std::map<int, std::uint64_t> histogram_;  ///< by eighth of a doubling
};

}  // namespace sgdma::explore
