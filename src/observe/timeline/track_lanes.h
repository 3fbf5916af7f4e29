/// Lanes for slices that may overlap, so that no track has two at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sgdma::observe {

/// Invariant: each open key has a lane of its own. Lanes are as many as were ever open at a time.
template <class Key>
class TrackLanes {
 public:
  /// The lowest lane that is free.
  std::size_t open(const Key& key) {
    auto lane = std::find(lanes_.begin(), lanes_.end(), std::nullopt);
    if (lane == lanes_.end()) {
      lane = lanes_.insert(lanes_.end(), std::nullopt);
    }
    *lane = key;
    return static_cast<std::size_t>(lane - lanes_.begin());
  }
  /// Nothing where it is not open.
  std::optional<std::size_t> close(const Key& key) {
    const auto lane = std::find(lanes_.begin(), lanes_.end(), key);
    if (lane == lanes_.end()) return std::nullopt;
    lane->reset();
    return static_cast<std::size_t>(lane - lanes_.begin());
  }
  /// By lane; empty where it is free.
  const std::vector<std::optional<Key>>& lanes() const { return lanes_; }

 private:
  std::vector<std::optional<Key>> lanes_;
};

}  // namespace sgdma::observe
