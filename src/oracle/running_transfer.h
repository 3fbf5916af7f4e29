/// A transfer in its slot, as the oracle follows it.
#pragma once

#include <cstdint>
#include <optional>

#include "oracle/expected_work.h"
#include "oracle/map_walk.h"
#include "oracle/shadow_memory.h"
#include "types/bus_status.h"
#include "types/cycle.h"
#include "types/teardown.h"

namespace sgdma::oracle {

class QueuePairBooks;

/// Beats that memory did not answer with OKAY: the first in order of offset.
struct SeenFault {
  std::uint32_t offset = 0;
  std::uint64_t address = 0;
  std::uint32_t segment = 0;
  BusStatus status = BusStatus::kOkay;
};

/// Where a transfer that is torn down has to stop.
struct Stop {
  Cycle at = 0;
  TeardownPolicy policy{};
  std::uint32_t issue_limit = 0;  ///< bytes of it for which bursts may begin
};

/// Invariant: moved <= served and moved <= issued, unless a violation was reported.
///
/// What every beat asks for stands first.
struct alignas(64) RunningTransfer {
  CompletionTag tag;
  ExpectedWork* work = nullptr;  ///< nullptr: a transfer that must not exist
  MapWalk served;                ///< by memory
  PageHandle page;               ///< of the shadow memory, where memory served last
  std::uint64_t payload_seed = 0;
  std::uint32_t bytes = 0;
  std::uint32_t moved = 0;  ///< bytes, by beats
  bool busy = false;
  Direction direction = Direction::kGather;
  std::uint32_t bursts = 0;  ///< begun and not finished
  QueuePairBooks* books = nullptr;
  std::uint32_t part = 0;
  MapCursor begin;  ///< in the map of its work
  MapWalk issued;   ///< by bursts
  std::optional<SeenFault> fault;
  std::optional<Stop> stop;
  bool failed = false;         ///< a fault was recorded
  bool timed_out = false;      ///< and it was silence
  bool silent_target = false;  ///< a burst of it went into quarantine
  bool torn = false;           ///< by control, so that it may be flushed
  bool silent = false;         ///< its queue pair is reset: no completion
  /// By a deregistration: it may fail for it.
  bool expelled = false;
  /// Bytes of it for which bursts may begin: the next one belongs to a region that is gone.
  std::optional<std::uint32_t> gone_from;
  Cycle freed = 0;  ///< edge at which the slot was given back
  bool was_freed = false;
};

/// What is left of a transfer between the end of its entry and its completion.
struct EndedTransfer {
  SlotIndex slot{};
  CompletionTag tag;
  ExpectedWork* work = nullptr;
  std::uint32_t part = 0;
  Direction direction = Direction::kGather;
  std::uint32_t bytes = 0;
  std::uint32_t served = 0;
  std::uint32_t moved = 0;
  std::optional<SeenFault> fault;
  bool torn = false;
  bool expelled = false;
  bool timed_out = false;
  bool silent_target = false;
};

}  // namespace sgdma::oracle
