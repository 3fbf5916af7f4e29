/// Credits that a receiver gives a sender, of one kind.
#pragma once

#include <cstdint>
#include <queue>
#include <vector>

#include "platform/memory/data_path.h"

namespace sgdma::platform {

/// Invariant: credits there, taken and on their way back add up to the pool. Takers are served in
/// the order in which they ask.
class CreditPool {
 public:
  using Time = DataPath::Time;

  /// `credits` at the beginning; 0: there are always enough.
  explicit CreditPool(std::uint32_t credits) : limited_(credits != 0), there_(credits) {}

  bool limited() const { return limited_; }
  /// Takes `credits` at the first time from `ready` on at which that many are there, and returns
  /// the time. Requires that all that were taken before have been given back, or that those which
  /// have are enough.
  Time take(Time ready, std::uint32_t credits);
  /// That many are there again at `at`.
  void give_back(Time at, std::uint32_t credits);

 private:
  struct Return {
    Time at = 0;
    std::uint32_t credits = 0;
    bool operator>(const Return& other) const { return at > other.at; }
  };

  bool limited_;
  std::uint32_t there_;
  std::priority_queue<Return, std::vector<Return>, std::greater<>> returns_;  ///< earliest first
};

}  // namespace sgdma::platform
