/// Which beats host memory answers wrongly, and how.
#pragma once

#include <cstdint>
#include <optional>

#include "platform/work_item.h"
#include "types/completion_tag.h"
#include "types/direction.h"
#include "types/ids.h"

namespace sgdma::platform {

/// What a struck beat is answered with. An error moves nothing: what was to be written is not, and
/// what is read are no bytes. `kSilent` serves the beat; only its answer stays away.
enum class FaultAnswer : std::uint8_t { kSlaveError, kDecodeError, kSilent };

/// Strikes the beats that all of its conditions hold for; one that is not given holds for every
/// beat. Beats without a burst extension have no queue pair, no tag and no place.
struct FaultRule {
  /// A share of 1 in parts in a million.
  static constexpr std::uint32_t kAll = 1'000'000;

  std::optional<Direction> direction;
  std::optional<QpNumber> qp;
  // Of the transfer's tag.
  std::optional<Side> side;
  std::optional<std::uint32_t> number;
  std::optional<std::uint32_t> part;
  // One byte of the beat, at least, lies in [address, address + bytes).
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;  ///< 0: any address
  // Places count from 0, over all segments of the transfer.
  std::optional<std::uint32_t> burst;  ///< of the transfer
  std::optional<std::uint32_t> beat;   ///< of the transfer; with `burst`, of that burst

  std::uint32_t per_million = kAll;  ///< how many of those beats are struck, drawn for each
  std::uint64_t limit = 0;           ///< beats struck in all; 0: unlimited
  FaultAnswer answer = FaultAnswer::kSlaveError;
  Picoseconds late = 0;  ///< kSilent: how much later the answer comes; 0: it never does
};

}  // namespace sgdma::platform
