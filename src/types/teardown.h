/// How a transfer is ended before its last byte.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "types/cycle.h"

namespace sgdma {

/// Where a transfer stops. An accepted burst is completed on the bus in any case.
enum class TeardownPolicy : std::uint8_t {
  kFinishBeat,     ///< now: the rest of a write burst goes out as cut beats, reads are discarded
  kFinishBurst,    ///< bursts that have begun move their bytes
  kFinishSegment,  ///< so does the rest of a segment of which a burst has begun
  kFinishTransfer  ///< so does all of it: a drain
};

inline constexpr std::array<std::string_view, 4> kTeardownPolicyNames = {
    "finish_beat", "finish_burst", "finish_segment", "finish_transfer"};

/// "finish_beat", "finish_burst", "finish_segment" or "finish_transfer".
constexpr std::string_view name_of(TeardownPolicy policy) {
  return kTeardownPolicyNames[static_cast<std::size_t>(policy)];
}

/// Why a transfer is ended.
enum class TeardownCause : std::uint8_t {
  kBusFault,
  kEngineReset,
  kQueuePairReset,
  kQueuePairError,
  kDeregister,
  kDrainTimeout  ///< the payload of a drain has stopped
};

inline constexpr std::size_t kTeardownCauses = 6;

inline constexpr std::array<std::string_view, kTeardownCauses> kTeardownCauseNames = {
    "bus_fault", "engine_reset", "qp_reset", "qp_error", "deregister", "drain_timeout"};

/// "bus_fault", "engine_reset", "qp_reset", "qp_error", "deregister" or "drain_timeout".
constexpr std::string_view name_of(TeardownCause cause) {
  return kTeardownCauseNames[static_cast<std::size_t>(cause)];
}

/// A transfer will end otherwise than by its last byte.
struct TeardownEvent {
  TeardownCause cause{};
  TeardownPolicy policy{};
};

/// The policy of each cause.
struct TeardownConfig {
  /// `kFinishBeat` or `kFinishBurst`: no burst begins after a fault.
  TeardownPolicy bus_fault = TeardownPolicy::kFinishBurst;
  TeardownPolicy engine_reset = TeardownPolicy::kFinishBeat;
  TeardownPolicy qp_reset = TeardownPolicy::kFinishBeat;
  TeardownPolicy qp_error = TeardownPolicy::kFinishBurst;
  TeardownPolicy deregister = TeardownPolicy::kFinishBurst;
  /// Edges for which the payload of a drain may stand still, before it stops at a beat; 0: for
  /// ever.
  Cycle drain_timeout = 0;

  constexpr TeardownPolicy policy(TeardownCause cause) const {
    switch (cause) {
      case TeardownCause::kBusFault: return bus_fault;
      case TeardownCause::kEngineReset: return engine_reset;
      case TeardownCause::kQueuePairReset: return qp_reset;
      case TeardownCause::kQueuePairError: return qp_error;
      case TeardownCause::kDeregister: return deregister;
      case TeardownCause::kDrainTimeout: break;
    }
    return TeardownPolicy::kFinishBeat;
  }
};

}  // namespace sgdma
