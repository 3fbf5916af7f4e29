/// The completion queue in host memory, and software that polls it.
#pragma once

#include <cstdint>
#include <optional>

#include "core/ring_queue.h"
#include "platform/platform_config.h"
#include "types/cycle.h"
#include "types/ids.h"

namespace sgdma::platform {

/// Holds whose entries there are; what stands in them goes to the observer.
///
/// Timing: software polls at `poll_start + k * poll_interval` and takes the oldest CQE written at
/// that time or before; a poll that finds none is not made up for. Without an interval it takes,
/// from `poll_start` on, every CQE at once. The room of a CQE taken at time t is there for the
/// first edge strictly after t; edge n is at n times the clock period.
class CompletionQueue {
 public:
  /// `period` of the clock in picoseconds, 1 or more.
  CompletionQueue(const CompletionQueueConfig& config, Picoseconds period);

  /// Whether a CQE can be written at edge `now`. Edges never go back.
  bool room(Cycle now);
  /// Writes one, of the queue pair. Requires `room(now)`.
  void write(Cycle now, QpIndex qp);
  /// The driver throws away what is there of a queue pair, as it does when that is reset. Where the
  /// queue is unlimited there is nothing to throw away.
  void drop(Cycle now, QpIndex qp);
  /// Time at which software takes the CQE that was written last, at edge `now`; nothing where it
  /// does not poll. To be asked once for each CQE, or never.
  std::optional<Picoseconds> taken_at(Cycle now);
  /// First edge after `now` with room for one, as long as none is written; `kNever` where software
  /// does not poll.
  Cycle next_room(Cycle now) const;

  /// Whether software takes CQEs at all.
  bool polled() const { return config_.polled; }
  std::uint32_t max_entries() const { return max_entries_; }

 private:
  void poll_before(Cycle now);
  void take(std::uint64_t entries);
  /// First edge strictly after a time.
  Cycle edge_after(Picoseconds at) const { return at / period_ + 1; }

  CompletionQueueConfig config_;
  Picoseconds period_;
  Picoseconds next_poll_;                  ///< the first one that has not been looked at
  std::optional<Picoseconds> last_taken_;  ///< as `taken_at` has it
  core::RingQueue<QpIndex> entries_;       ///< of a limited queue, the oldest first
  std::uint32_t max_entries_ = 0;
};

}  // namespace sgdma::platform
