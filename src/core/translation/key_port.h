/// The key cache as the stages of an edge see it.
#pragma once

#include "core/key_cache/key_cache.h"
#include "types/cycle.h"

namespace sgdma::core {

/// Brings the cache to the edge at which it is asked. At an edge its ports go first to lookups that
/// waited for one, of slots before those of queued transfers, each in the order in which they came;
/// then to what begins at the edge: gather, scatter, intake.
class KeyPort {
 public:
  explicit KeyPort(const KeyCacheConfig& config) : cache_(config) {}

  /// `now` never goes back.
  KeyCache& at(Cycle now) {
    if (edge_ != now) {
      cache_.begin_edge(now);
      edge_ = now;
    }
    return cache_;
  }
  bool always_at_hand() const { return cache_.always_at_hand(); }
  /// As `KeyCache::pass`.
  void pass() { cache_.pass(); }
  /// Ends a lookup at whatever edge.
  void forget(KeyLookup lookup) { cache_.forget(lookup); }
  const KeyCache& cache() const { return cache_; }

  /// Somebody waits for an address; ends with `rest`.
  void wait() { ++waiting_; }
  void rest() { --waiting_; }
  /// Whether anybody does: else no edge need be stepped for the cache.
  bool busy() const { return waiting_ != 0; }

 private:
  KeyCache cache_;
  Cycle edge_ = kNever;
  std::uint32_t waiting_ = 0;
};

}  // namespace sgdma::core
