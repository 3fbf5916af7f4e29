/// What the derivation of work depends on, and the statuses that the rules leave open.
#pragma once

#include <cstdint>

#include "oracle/status_set.h"
#include "oracle/target_map.h"
#include "platform/platform_config.h"

namespace sgdma::oracle {

struct Rules {
  const TargetMap& targets;
  const platform::TargetConfig& config;
};

/// Longest message.
inline constexpr std::uint64_t kMaxMessage = std::uint64_t{1} << 31U;

/// A WQE that the queue cannot take: too many SGEs, too much inline data.
inline constexpr StatusSet kMalformedWqe{CompletionStatus::kLocQpOpErr,
                                         CompletionStatus::kLocLenErr};
/// A packet or message of a length that its message does not allow.
inline constexpr StatusSet kWrongLength{CompletionStatus::kLocLenErr, CompletionStatus::kLocQpOpErr,
                                        CompletionStatus::kRemInvReqErr,
                                        CompletionStatus::kRemOpErr, CompletionStatus::kGeneralErr};

/// Packets before the last of a message carry exactly the path MTU, the last at most that.
constexpr bool packet_length_is_right(std::uint32_t bytes, bool first, bool last,
                                      std::uint32_t path_mtu) {
  const bool empty_last = last && !first && bytes == 0;
  return last ? bytes <= path_mtu && !empty_last : bytes == path_mtu;
}

}  // namespace sgdma::oracle
