/// The key cache: the shared cache of region translations.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/key_cache/key_cache_counters.h"
#include "core/key_cache/line_directory.h"
#include "core/key_cache/line_fetches.h"
#include "core/key_cache/line_store.h"
#include "core/key_cache/page_list_line.h"
#include "core/ring_queue.h"
#include "types/cycle.h"
#include "types/ids.h"
#include "types/key_cache_config.h"

namespace sgdma::core {

/// Identity of a lookup, from its request until it is forgotten.
enum class KeyLookup : std::uint32_t {};

/// What became of a request.
enum class KeyRequestOutcome : std::uint8_t {
  kHit,
  kMiss,        ///< the line is fetched
  kJoined,      ///< the line is being fetched already
  kNoPort,      ///< all ports are taken at this edge
  kNoMissSlot,  ///< it would miss, and as many lines as may be are being fetched
  kRegionGone,  ///< the region was invalidated
};

struct KeyRequest {
  KeyRequestOutcome outcome = KeyRequestOutcome::kNoPort;
  KeyLookup lookup{};  ///< of the first three outcomes; the others begin no lookup
};

/// A line to be read over the bus.
struct LineFetch {
  LineFetchId id{};
  PageListLine line;
};

/// Says when a line of a region's page list is at hand; the addresses in it are `PageList`'s. Who
/// asks for a line holds a lookup until it has used what it asked for, or gives up, and then
/// forgets it. Each set gives up its least recently used line (`LineStore`).
///
/// Timing. A request at edge n looks at the lines as they are at n: it hits, joins a fetch or
/// misses. A hit can be used at n + hit_latency, and lookups are pipelined. A miss is known at
/// n + hit_latency. Its fill comes at n + hit_latency + miss_latency, or when the bus brings it,
/// and can be used at that edge, which is a hit's for whoever asks from then on. A lookup that
/// joins can be used at its own n + hit_latency, but not before the fill. A line takes its place
/// when it comes, not when it is asked for: a use of the line. A fetch that nobody waits for any
/// more goes on. A miss slot is held from the edge of the request; given back at e, it serves again
/// at e + 1.
///
/// After `invalidate` no line of the region is in the cache, none will come in, and every lookup of
/// the region that is not forgotten has failed: used or not, held lookups know of the invalidation,
/// and whoever forgets is blind to it.
///
/// A request that is refused changes nothing but a counter, so that it makes no difference how
/// often it is repeated.
///
/// Invariant: a line is in the store, or being fetched once, or neither.
class KeyCache {
 public:
  /// Throws `std::logic_error` where the configuration is out of range.
  explicit KeyCache(const KeyCacheConfig& config);

  /// The edge is now `now`, higher than the one before: lines that come by then are filled in, in
  /// the order in which they were asked for. Everything below happens at this edge. Edges may be
  /// left out up to `next_edge()`.
  void begin_edge(Cycle now);

  /// Asks for a line. Looked at in this order: whether the region is gone, ports, the line, miss
  /// slots.
  KeyRequest request(PageListLine line);
  /// Counts a lookup that hits and is over at once. Only where `always_at_hand()`.
  void pass() {
    ++counters_.lookups;
    ++counters_.hits;
  }
  /// Every lookup of a region that is not gone hits, can be used at its own edge, and finds a port.
  bool always_at_hand() const {
    return config_.capacity == kUnlimited && config_.hit_latency == 0 &&
           config_.ports == kUnlimited;
  }
  /// Edge from which on the lookup can be used; `kNever` while that is not known, which is so over
  /// the bus only, and where the lookup has failed.
  Cycle ready_at(KeyLookup lookup) const;
  /// The region was invalidated since the request, or memory answered the fetch with an error.
  bool failed(KeyLookup lookup) const;
  /// Ends the lookup. Requires that it was not forgotten before.
  void forget(KeyLookup lookup);

  /// The line to be read over the bus next, if a miss is known and waits for the bus.
  std::optional<LineFetch> next_fetch() const;
  /// The bus has taken the request for that line.
  void begin_fetch();
  /// The line has come over the bus.
  void fill(LineFetchId fetch);
  /// The line cannot be read: its lookups have failed, and the next one fetches it again.
  void fail_fetch(LineFetchId fetch);

  /// The region is deregistered; its handle is never used again. Requires that it is not gone yet.
  /// Costs one step for each line of its page list, and for each fetch that waits for the bus.
  void invalidate(RegionHandle region);
  bool gone(RegionHandle region) const { return directory_.gone(region); }

  /// First edge after this one at which a lookup may become ready, a miss be known or a request
  /// that was refused for want of a miss slot be granted; `kNever` if none is known. One refused
  /// for want of a port may be granted at the next edge. What the bus does, the bus knows.
  Cycle next_edge() const;

  const KeyCacheCounters& counters() const { return counters_; }
  /// Lookups that are not forgotten.
  std::size_t held_lookups() const { return lookups_.size() - free_lookups_.size(); }
  /// Lines that are being fetched.
  std::uint32_t open_fetches() const { return fetches_.open_fetches(); }

 private:
  struct Lookup {
    RegionHandle region{};
    std::optional<LineFetchId> fetch;  ///< the line was not there
    Cycle answered_at = 0;
    bool held = false;
  };

  KeyRequest begin_lookup(KeyRequestOutcome outcome, RegionHandle region,
                          std::optional<LineFetchId> fetch);
  /// Miss slots that are taken at this edge.
  std::uint32_t miss_slots() const { return fetches_.open_fetches() + given_back_; }
  void finish(LineFetchId id, Cycle at);
  /// The fetch is over at edge `at`, by now.
  void close(LineFetchId id, Cycle at, bool failed);

  KeyCacheConfig config_;
  LineDirectory directory_;
  LineStore store_;
  LineFetches fetches_;
  std::vector<Lookup> lookups_;
  std::vector<std::uint32_t> free_lookups_;
  RingQueue<Cycle> answers_;  ///< edges to come at which a lookup's hit or miss is known
  KeyCacheCounters counters_;
  Cycle edge_ = kNever;  ///< `kNever`: before the first
  std::uint32_t ports_used_ = 0;
  std::uint32_t given_back_ = 0;  ///< miss slots that serve again from the next edge on
};

}  // namespace sgdma::core
