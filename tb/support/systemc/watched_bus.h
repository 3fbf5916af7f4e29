/// The base protocol's rules on both buses of a platform.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "platform/bus_binding.h"
#include "support/systemc/base_protocol_checker.h"

namespace sgdma::test {

/// Hand `binding()` to a simulation that this outlives. A breach fails the test when this goes.
class WatchedBus {
 public:
  platform::BusBinding binding();

  /// The breaches so far, which then count as expected.
  std::vector<std::string> take_violations();

  /// Requires that the simulation is built.
  const BaseProtocolChecker& reads() const { return *reads_; }
  const BaseProtocolChecker& writes() const { return *writes_; }

 private:
  std::unique_ptr<BaseProtocolChecker> reads_;
  std::unique_ptr<BaseProtocolChecker> writes_;
};

}  // namespace sgdma::test
