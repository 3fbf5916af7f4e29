/// Bursts and bus tags: the greedy rule, the limits, and no tag used twice or lost.
///
/// Invariant: a tag is busy from the edge that drives its burst to the edge at which it is given
/// back, and serves again at the next edge.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "oracle/bus_events.h"
#include "oracle/final_state.h"
#include "oracle/limits.h"
#include "oracle/slot_table.h"
#include "oracle/violation_log.h"

namespace sgdma::oracle {

class BurstRules {
 public:
  BurstRules(const Limits& limits, SlotTable& slots, ViolationLog& log);

  void on_burst(const SeenBurst& burst);
  /// A beat moved: its place in its burst and in its transfer. Gives back the tag of a posted write
  /// with its last beat. Returns the transfer, or nullptr where the beat is out of place.
  RunningTransfer* on_beat(const SeenBeat& beat);
  /// A beat passed the bus and moved nothing.
  void on_waste(const SeenBeat& beat);
  void on_response(const SeenResponse& response);
  /// A burst is left without its transfer; or (`over`) its tag has just been given back.
  void on_quarantine(const BusOwner& owner, bool over);
  void finish(const FinalState& state);

 private:
  struct OpenBurst {
    bool busy = false;
    bool away = false;  ///< in quarantine: of no transfer any more
    SlotIndex slot{};
    std::uint64_t address = 0;
    std::uint32_t bytes = 0;
    std::uint32_t beats = 0;
    std::uint32_t next_beat = 0;
    std::uint32_t moved = 0;   ///< bytes
    std::uint32_t wasted = 0;  ///< beats
    Cycle given_back = 0;
    bool was_used = false;
  };

  OpenBurst* open_burst(const BusOwner& owner, const Place& place);
  void check_shape(const SeenBurst& burst, const Place& place);
  void check_place(const SeenBurst& burst, RunningTransfer& transfer, const Place& place);
  void report_beat(const SeenBeat& beat, const RunningTransfer& transfer, const OpenBurst& open,
                   std::uint32_t bytes);
  void check_stop(const SeenBurst& burst, const RunningTransfer& transfer, const Place& place);
  void check_stopped_beat(const SeenBeat& beat, const RunningTransfer& transfer,
                          const OpenBurst& open);
  void check_limits(const SeenBurst& burst, RunningTransfer& transfer, const Place& place);
  void take_tag(const SeenBurst& burst, const Place& place);
  void give_back(const BusOwner& owner, OpenBurst& open);
  void finish_tags(Direction direction, const std::optional<std::uint32_t>& free,
                   const FinalState& state);

  const Limits& limits_;
  SlotTable& slots_;
  ViolationLog& log_;
  std::array<std::vector<OpenBurst>, kDirections> bursts_;
  std::array<std::uint32_t, kDirections> busy_{};
  std::array<std::uint32_t, kDirections> away_{};
  std::uint64_t read_bytes_ = 0;
};

}  // namespace sgdma::oracle
