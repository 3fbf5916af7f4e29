/// The model's event log beside a log of bursts and beats from somebody's own RTL.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "types/cycle.h"
#include "types/direction.h"

namespace sgdma::workload {

/// What keeps an order: events of different ones may come in any.
enum class OrderedBy : std::uint8_t { kSlot, kTag, kQueuePair };

struct ToleranceOptions {
  OrderedBy by = OrderedBy::kSlot;  ///< what of the model's log the foreign log's ids are
  std::optional<Cycle> tolerance;   ///< cycles; none: order alone counts
};

struct TolerantDifference {
  std::string what;   ///< "address", "cycle", "the model's log ends", ...
  bool beat = false;  ///< of a beat, else of a burst
  Direction direction{};
  std::uint64_t id = 0;
  std::uint64_t position = 0;            ///< among those of its kind, direction and id, from 0
  std::array<std::uint32_t, 2> lines{};  ///< in the model's and the foreign log; 0: there is none
  std::array<std::string, 2> values;
};

struct TolerantResult {
  std::uint64_t bursts = 0;  ///< that were compared
  std::uint64_t beats = 0;
  std::uint64_t ids = 0;        ///< with events, of both directions
  bool beats_left_out = false;  ///< only one log has them
  std::int64_t offset = 0;      ///< the foreign log's cycle less the model's, of its first event
  std::int64_t least = 0;       ///< deviations from that
  std::int64_t most = 0;
  std::uint32_t most_line = 0;  ///< of the event that deviates most, in the foreign log
  std::optional<TolerantDifference> difference;  ///< the first in the foreign log
};

/// For each direction and id, bursts and beats must be the same in the same order: address, bytes,
/// and beats of a burst where the foreign log says them. Their cycles may differ by the tolerance,
/// and by the offset of the foreign log's first event to its counterpart. Throws ConfigError where
/// a log is malformed, or there is nothing to compare.
TolerantResult compare_tolerantly(const std::string& model, const std::string& foreign,
                                  const ToleranceOptions& options);

}  // namespace sgdma::workload
