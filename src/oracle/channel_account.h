/// Cycles of the data channels: at most one beat an edge, and a stall account that adds up.
#pragma once

#include <array>
#include <cstdint>

#include "oracle/bus_events.h"
#include "oracle/final_state.h"
#include "oracle/violation_log.h"

namespace sgdma::oracle {

class ChannelAccount {
 public:
  explicit ChannelAccount(ViolationLog& log) : log_(log) {}

  void on_beat(const SeenBeat& beat);
  void finish(const FinalState& state);

 private:
  ViolationLog& log_;
  std::array<Cycle, kDirections> beats_{};
  std::array<Cycle, kDirections> last_{kNever, kNever};
};

}  // namespace sgdma::oracle
