/// What a run tells the oracle at its end.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "types/cycle.h"
#include "types/direction.h"
#include "types/ids.h"

namespace sgdma::oracle {

/// Cycles of a direction that a queue pair owns, or nobody, by cause.
struct OwnedCycles {
  std::optional<QpNumber> qp;
  Direction direction{};
  std::vector<Cycle> cycles;
};

/// Counts that are absent are not checked.
struct FinalState {
  Cycle cycles = 0;  ///< edges that were charged
  /// The engine went idle with all work taken: whatever is not finished now is lost.
  bool drained = true;
  /// No completion waits for the CQE generator, and no CQE for room in the completion queue.
  bool cqes_written = true;
  std::optional<std::uint32_t> free_slots;
  std::optional<std::uint32_t> free_read_tags;
  std::optional<std::uint32_t> free_write_tags;
  std::optional<std::uint64_t> read_bytes_outstanding;
  std::optional<std::uint64_t> completion_entries_reserved;
  std::optional<std::uint64_t> granules_locked;
  /// The stall account: cycles of each direction by cause. The first cause is "moved".
  std::array<std::vector<Cycle>, kDirections> charged;
  /// Whose they are: tells each owner of a direction once. There may be very many.
  std::function<void(const std::function<void(const OwnedCycles&)>&)> owned;
};

}  // namespace sgdma::oracle
