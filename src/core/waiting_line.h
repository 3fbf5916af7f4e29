/// What waits for an answer, the one that has waited longest first.
#pragma once

#include <cstdint>
#include <vector>

#include "types/cycle.h"

namespace sgdma::core {

/// Joining, leaving and asking for the first cost the same however many wait. Without capacity it
/// holds no memory.
///
/// Invariant: from the first to the last, `since` does not fall.
class WaitingLine {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

  explicit WaitingLine(std::uint32_t capacity) : places_(capacity) {}

  bool empty() const { return first_ == kNone; }
  /// The first, or `kNone`.
  std::uint32_t first() const { return first_; }
  /// The one behind, or `kNone`. Requires `index` to wait.
  std::uint32_t next(std::uint32_t index) const { return places_[index].next; }
  /// Since when it waits. Requires `index` to wait.
  Cycle since(std::uint32_t index) const { return places_[index].since; }
  bool contains(std::uint32_t index) const { return places_[index].waits; }

  /// Requires `index` not to wait, and none to wait since later.
  void join(std::uint32_t index, Cycle since) {
    places_[index] = {since, last_, kNone, true};
    (last_ == kNone ? first_ : places_[last_].next) = index;
    last_ = index;
  }
  /// Requires `index` to wait.
  void leave(std::uint32_t index) {
    Place& place = places_[index];
    (place.before == kNone ? first_ : places_[place.before].next) = place.next;
    (place.next == kNone ? last_ : places_[place.next].before) = place.before;
    place.waits = false;
  }

 private:
  struct Place {
    Cycle since = 0;
    std::uint32_t before = kNone;
    std::uint32_t next = kNone;
    bool waits = false;
  };

  std::vector<Place> places_;
  std::uint32_t first_ = kNone;
  std::uint32_t last_ = kNone;
};

}  // namespace sgdma::core
