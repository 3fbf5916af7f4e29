/// Targets that do not answer: who must fail for it and when, and that nothing else does.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "oracle/answer_queue.h"
#include "oracle/bus_events.h"
#include "oracle/final_state.h"
#include "oracle/limits.h"
#include "oracle/slot_table.h"
#include "oracle/violation_log.h"
#include "platform/memory/memory_monitor.h"
#include "types/completion.h"

namespace sgdma::oracle {

/// What the engine says of a burst and its quarantine.
struct SeenQuarantine {
  BusOwner owner;
  std::uint64_t address = 0;
  std::uint32_t heard = 0;  ///< beats
  Cycle since = 0;
  bool over = false;
};

/// Follows every burst from its drive to its answer, by what passes the bus and by what memory says
/// of its answers. A burst that passes the timeout without its transfer failing is a violation; so
/// is a timeout of one whose answer was there. Where a payload rate can make read beats wait on the
/// bus, a timeout may come later than it would, since that time does not count. Where read
/// responses may come in any order, a burst is silent from the edge that moves what was heard of
/// its transfer before it, if that is after its deadline.
///
/// Costs nothing but a branch where there is no timeout.
class SilenceChecker {
 public:
  SilenceChecker(const Limits& limits, SlotTable& slots, ViolationLog& log);

  bool idle() const { return limits_.bus_timeout == 0; }
  /// Before the burst is counted to what its transfer has issued.
  void on_burst(const SeenBurst& burst);
  void on_served(const platform::ServedBeat& beat);
  /// Whether the beat, of a transfer that has gone, is one that a burst in quarantine may still
  /// send.
  bool may_serve(const platform::ServedBeat& beat) const;
  /// A beat moved, or passed the bus and moved nothing.
  void on_beat(const SeenBeat& beat);
  void on_response(const SeenResponse& response);
  /// A transfer failed with TIMEOUT. `next`, `segment`: where the table says that it stands.
  void on_timeout(const BusOwner& owner, const FaultRecord& fault, std::uint64_t next,
                  std::uint32_t segment);
  void on_quarantine(const SeenQuarantine& seen);
  /// Where a burst of the region ran that is in quarantine; none where none is.
  std::optional<Place> in_quarantine(RegionHandle region) const;
  void finish(const FinalState& state);

 private:
  struct OpenBurst {
    bool open = false;
    bool away = false;
    SlotIndex slot{};
    CompletionTag owner;
    std::uint32_t segment = 0;
    std::optional<RegionHandle> region;  ///< none of a transfer that must not exist
    std::uint64_t address = 0;
    std::uint32_t bytes = 0;
    std::uint32_t beats = 0;
    std::uint32_t heard = 0;     ///< beats
    Cycle driven = 0;            ///< edge of the request, or of the last write beat that is known
    std::vector<Cycle> answers;  ///< of read beats as memory serves them: edge that sees it, or 0
    Cycle last_answer = 0;       ///< of write beats: the latest of those edges, kNever if unknown
  };

  OpenBurst* open_burst(const BusOwner& owner);
  Cycle deadline(const OpenBurst& burst) const { return burst.driven + limits_.bus_timeout; }
  bool waits_count(Direction direction) const {
    return direction == Direction::kScatter || !limits_.beats_may_wait;
  }
  /// First edge at which the burst's transfer must fail if the beat that it waits for, the burst's
  /// next, has not come.
  Cycle due(const OpenBurst& burst, Direction direction) const;
  /// Whether its transfer waits for a beat of this read burst, and that is known not to have come.
  bool misses_beat(const OpenBurst& burst) const;
  void served_write(const platform::ServedBeat& beat, OpenBurst& burst);
  /// Whether the transfer takes nothing more out of the reorder buffer, since an earlier edge.
  bool stopped_before(const BusOwner& owner) const;
  static void close(OpenBurst& burst);
  bool is_overdue(const OpenBurst& burst, Direction direction) const;
  void overlooked(const OpenBurst& burst, const BusOwner& owner);

  const Limits& limits_;
  SlotTable& slots_;
  ViolationLog& log_;
  std::array<std::vector<OpenBurst>, kDirections> bursts_;
  std::vector<Cycle> moved_;  ///< by slot: edge that took a beat of its gathers last
  std::array<AnswerQueue, kDirections> answers_;  ///< read beats, and responses to write bursts
};

}  // namespace sgdma::oracle
