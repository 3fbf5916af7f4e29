/// What a timing diagram shows of one edge.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "observe/diagram/diagram_lane.h"
#include "observe/signals/words.h"
#include "types/in_flight_entry.h"

namespace sgdma::observe {

struct DiagramEvent {
  LaneKind kind{};
  Direction direction{};
  /// The slot; the queue pair in `intake`, `completion`, `cqe` and of control; none: the detail
  /// stands for it.
  std::optional<std::uint32_t> number;
  std::string detail;  ///< bytes, a status or a request; empty: the number says it all
  bool error = false;
};

/// An entry of the in-flight table as it stands from an edge on.
struct EntryView {
  SlotState state{};  ///< derived, as in waveforms
  InFlightEntry entry;
};

/// A change of the entry; no view: it is gone.
struct EntryStep {
  std::optional<EntryView> view;
};

struct DiagramColumn {
  std::vector<DiagramEvent> events;
  std::optional<EntryStep> step;
};

}  // namespace sgdma::observe
