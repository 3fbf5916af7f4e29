/// Bytes that each direction of the bus moved, over time.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include <boost/json/object.hpp>

#include "types/cycle.h"

namespace sgdma::explore {

/// Of a log with beats each counts when it moves. Of one without, those of a read burst are taken
/// to have come without a pause up to the burst's response, those of a write burst to have followed
/// its first drive. Bins are doubled in width as time goes on, so that there are never more than
/// kMostBins.
class BusUse {
 public:
  static constexpr std::size_t kMostBins = 240;

  explicit BusUse(bool has_beats) : has_beats_(has_beats) {}

  void add(const boost::json::object& event);

  /// `bin`: cycles of a bin; `gather`, `scatter`: bytes by bin, up to that of `end`; `from`:
  /// "beats" or "bursts".
  boost::json::object json(Cycle end) const;

 private:
  using Bytes = std::array<std::uint64_t, 2>;

  struct Burst {
    std::uint64_t bytes = 0;
    std::uint64_t beats = 0;
  };

  void count(std::size_t direction, Cycle cycle, std::uint64_t bytes);
  void spread(std::size_t direction, Cycle first, const Burst& burst);

  bool has_beats_;
  std::unordered_map<std::uint64_t, Burst> reads_;  ///< that wait for their response, by id
  Cycle width_ = 1;
  std::vector<Bytes> bins_;
};

}  // namespace sgdma::explore
