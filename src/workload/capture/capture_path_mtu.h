/// Path MTU of a connection, from the payloads that it carried.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "workload/capture/roce_packet.h"

namespace sgdma::workload {

/// Votes of First and Middle packets, which carry exactly one path MTU each. Other payloads only
/// bound it from below.
class CapturePathMtu {
 public:
  static constexpr std::array<std::uint32_t, 5> kLegal = {256, 512, 1024, 2048, 4096};
  static constexpr std::uint32_t kUsual = 1024;  ///< what fits in a 1500-byte Ethernet frame

  void add(const RocePacket& packet) {
    longest_ = std::max(longest_, packet.bytes);
    if (platform::ends_message(packet.opcode->position)) return;
    for (std::size_t i = 0; i < kLegal.size(); ++i)
      votes_[i] += packet.bytes == kLegal[i] ? 1U : 0U;
  }

  void add(const CapturePathMtu& other) {
    longest_ = std::max(longest_, other.longest_);
    for (std::size_t i = 0; i < kLegal.size(); ++i) votes_[i] += other.votes_[i];
  }

  bool known() const {
    return std::any_of(votes_.begin(), votes_.end(),
                       [](std::uint64_t votes) { return votes != 0; });
  }

  /// Most votes; of several, the largest. Requires `known()`.
  std::uint32_t value() const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < kLegal.size(); ++i) {
      if (votes_[i] >= votes_[best]) best = i;
    }
    return kLegal[best];
  }

  /// The smallest legal one that holds the longest payload, and not less than usual.
  std::uint32_t guess() const {
    const std::uint32_t least = std::max(longest_, kUsual);
    return *std::lower_bound(kLegal.begin(), kLegal.end() - 1, least);
  }

 private:
  std::array<std::uint64_t, kLegal.size()> votes_{};
  std::uint32_t longest_ = 0;
};

}  // namespace sgdma::workload
