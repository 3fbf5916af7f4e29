/// From 24-bit packet sequence numbers (PSNs) to numbers that do not wrap.
#pragma once

#include <cstdint>

namespace sgdma::workload {

/// One direction of one queue pair, fed in order of time. A number that lies up to
/// `kLongestRetry` behind the highest one is a packet sent again; one that lies further back
/// belongs to a new connection, whose numbers go on far above the old ones.
class CapturePsnCounter {
 public:
  static constexpr std::uint64_t kRange = 1U << 24U;
  static constexpr std::uint64_t kLongestRetry = 1U << 16U;

  std::uint64_t extend(std::uint32_t psn) {
    const std::uint64_t ahead = (psn - highest_) & (kRange - 1);
    const std::uint64_t behind = kRange - ahead;
    if (!started_) {
      started_ = true;
      highest_ = kRange + psn;
    } else if (ahead < kRange / 2) {
      highest_ += ahead;
    } else if (behind <= kLongestRetry) {
      return highest_ - behind;
    } else {
      ++restarts_;
      highest_ = (highest_ / kRange + 2) * kRange + psn;
    }
    return highest_;
  }

  std::uint64_t restarts() const { return restarts_; }

 private:
  std::uint64_t highest_ = 0;
  std::uint64_t restarts_ = 0;
  bool started_ = false;
};

}  // namespace sgdma::workload
