/// The rules of the key cache once more, in the plainest way.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/key_cache/key_cache.h"
#include "types/key_cache_config.h"

namespace sgdma::core::test {

/// What `KeyCache` must do, without regard to cost: everything is a list that is searched, nothing
/// is used again, and an identity is a position. Edges are numbers given with each call.
class NaiveKeyCache {
 public:
  struct Fetch {
    PageListLine line;
    Cycle known_at = 0;
    Cycle comes_at = kNever;  ///< as it is known
    bool begun = false;       ///< on the bus
    bool over = false;
    bool failed = false;
    Cycle over_at = kNever;
  };

  explicit NaiveKeyCache(const KeyCacheConfig& config) : config_(config) {}

  void begin_edge(Cycle now);
  /// The lookup's identity is `lookups() - 1` where one began.
  KeyRequestOutcome request(Cycle now, PageListLine line);
  std::size_t lookups() const { return lookups_.size(); }
  Cycle ready_at(std::size_t lookup) const;
  bool failed(std::size_t lookup) const;
  /// Position of the fetch that goes over the bus next.
  std::optional<std::size_t> next_fetch(Cycle now) const;
  void begin_fetch(std::size_t fetch) { fetches_[fetch].begun = true; }
  void end_fetch(Cycle now, std::size_t fetch, bool failed);
  void invalidate(Cycle now, RegionHandle region);

  const std::vector<Fetch>& fetches() const { return fetches_; }
  const KeyCacheCounters& counters() const { return counters_; }

 private:
  struct Line {
    PageListLine line;
    std::uint64_t used = 0;
  };
  struct Lookup {
    RegionHandle region{};
    Cycle answered_at = 0;
    std::optional<std::size_t> fetch;
  };

  bool gone(RegionHandle region) const;
  std::uint64_t set_of(PageListLine line) const;
  void put(PageListLine line);

  KeyCacheConfig config_;
  std::vector<Line> lines_;
  std::vector<Fetch> fetches_;
  std::vector<Lookup> lookups_;
  std::vector<RegionHandle> gone_;
  KeyCacheCounters counters_;
  std::uint64_t uses_ = 0;
  Cycle ports_edge_ = kNever;
  std::uint32_t ports_used_ = 0;
};

}  // namespace sgdma::core::test
