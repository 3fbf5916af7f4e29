/// The lanes of a timing diagram, in the words of docs/timing.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "types/direction.h"

namespace sgdma::observe {

/// A kind of event; in the order in which a picture shows them.
enum class LaneKind : std::uint8_t {
  kIntake,
  kGrant,
  kReadRequest,  ///< a read burst is driven
  kWriteBurst,   ///< a write burst's first beat is driven
  kWriteBeat,    ///< a write beat is driven
  kMove,
  kWaste,  ///< a beat that passed the bus and moved nothing
  kResponse,
  kFault,
  kAsked,     ///< a control request took effect
  kAnswered,  ///< and was answered
  kDone,
  kCompletion,
  kCqe
};

inline constexpr std::array<std::string_view, 14> kLaneNames = {
    "intake",   "grant", "ar",    "aw",       "w",    "move",       "waste",
    "response", "fault", "asked", "answered", "done", "completion", "cqe"};

constexpr std::string_view name_of(LaneKind kind) {
  return kLaneNames[static_cast<std::size_t>(kind)];
}

/// A lane shows all events of its kind, or those of one direction.
struct Lane {
  LaneKind kind{};
  std::optional<Direction> direction;
};

/// "move", "move.g" or "move.s".
inline std::string name_of(const Lane& lane) {
  std::string name(name_of(lane.kind));
  if (lane.direction) name += *lane.direction == Direction::kGather ? ".g" : ".s";
  return name;
}

}  // namespace sgdma::observe
