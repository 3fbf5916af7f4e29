/// What software may ask of the engine in the middle of transfers.
#pragma once

#include <cstdint>
#include <string_view>

#include "types/ids.h"

namespace sgdma {

/// In the order in which requests of one edge are served.
enum class ControlKind : std::uint8_t {
  kEngineReset,
  kQueuePairReset,
  kQueuePairError,
  kDeregister,
  kRegister
};

/// "engine_reset", "qp_reset", "qp_error", "deregister" or "register".
constexpr std::string_view name_of(ControlKind kind) {
  switch (kind) {
    case ControlKind::kEngineReset: return "engine_reset";
    case ControlKind::kQueuePairReset: return "qp_reset";
    case ControlKind::kQueuePairError: return "qp_error";
    case ControlKind::kDeregister: return "deregister";
    case ControlKind::kRegister: return "register";
  }
  return "?";
}

/// Whether it is about a region, and not about queue pairs.
constexpr bool concerns_region(ControlKind kind) {
  return kind == ControlKind::kDeregister || kind == ControlKind::kRegister;
}

/// Fields that the kind does not name are not looked at.
struct ControlRequest {
  ControlKind kind{};
  QpIndex qp{};        ///< of a queue pair's reset or error
  QpNumber number{};   ///< of the same queue pair, as software knows it
  RegionKey region{};  ///< of a deregistration or a registration
  /// Of a registration: which one of those that software may ask for, as it counts them.
  std::uint32_t registration = 0;
};

/// Something was asked for, or answered: from the answer on it holds.
struct ControlEvent {
  ControlKind kind{};
  bool answered = false;
  QpNumber qp{};       ///< of a queue pair's reset or error
  RegionKey region{};  ///< of a deregistration or a registration
};

}  // namespace sgdma
