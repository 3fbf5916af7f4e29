/// What has become of each registration.
#pragma once

#include <cstdint>
#include <vector>

#include "types/segment.h"

namespace sgdma::oracle {

enum class RegionLife : std::uint8_t {
  kRegistered,
  kClosing,  ///< its deregistration is asked for
  kGone      ///< and answered
};

/// Costs nothing before the first deregistration.
class RegionLives {
 public:
  void set(RegionHandle region, RegionLife life) {
    if (lives_.size() <= raw(region)) {
      lives_.resize(raw(region) + 1, RegionLife::kRegistered);
    }
    lives_[raw(region)] = life;
  }
  /// Whether there has been any deregistration.
  bool any_ended() const { return !lives_.empty(); }
  RegionLife of(RegionHandle region) const {
    return raw(region) < lives_.size() ? lives_[raw(region)] : RegionLife::kRegistered;
  }

 private:
  std::vector<RegionLife> lives_;  ///< by handle, up to the last that has ended
};

}  // namespace sgdma::oracle
