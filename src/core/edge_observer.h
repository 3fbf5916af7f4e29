/// What can be watched of an engine edge by edge: signals, where `Observer` tells events.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/stall_account.h"
#include "types/bus_status.h"
#include "types/observer.h"

namespace sgdma::core {

/// A read beat that was taken from the bus. It moves at the same edge, unless it waits in the
/// reorder buffer; one with an error, or of a failing transfer, never moves.
struct ReadBeatEvent {
  SlotIndex slot{};
  CompletionTag tag;
  BusTag bus_tag{};
  std::uint32_t beat = 0;  ///< position in its burst
  bool last = false;       ///< of its burst
  BeatRange range;
  BusStatus status = BusStatus::kOkay;
};

/// A queue pair's side of the slot arbiter.
struct QueueSignals {
  std::uint32_t depth = 0;    ///< transfers queued, not in flight
  bool eligible = false;      ///< the head may win at the next edge
  bool slot_limited = false;  ///< the head waits for `slots_per_qp` and nothing else
  Direction direction{};      ///< of the head; meaningless where the queue is empty
};

/// What an edge came to.
struct EdgeSignals {
  std::array<Charge, kDirections> charges{};                ///< of each direction's cycle
  std::array<std::optional<QpIndex>, kDirections> winners;  ///< of the slot arbiter
};

/// All calls come in the order of the edges. Edges at which nothing happened come together, at the
/// next one that is stepped.
class EdgeObserver {
 public:
  EdgeObserver() = default;
  EdgeObserver(const EdgeObserver&) = delete;
  EdgeObserver& operator=(const EdgeObserver&) = delete;
  virtual ~EdgeObserver() = default;

  /// Stage "responses and acceptances".
  virtual void on_read_beat(Cycle, const ReadBeatEvent&) {}
  /// At the end of an edge, for each queue pair of which something changed at it.
  virtual void on_queue(QpIndex, const QueueSignals&) {}
  /// The edge is over: what it gave back is visible. The engine's state can be read.
  virtual void on_edge(Cycle, const EdgeSignals&) {}
  /// Nothing happened from `from` to `last`, and each of these edges was charged alike. Comes
  /// before the events of the edge after `last`.
  virtual void on_quiet(Cycle /*from*/, Cycle /*last*/, const EdgeSignals&) {}
};

}  // namespace sgdma::core
