#include <algorithm>
#include <map>
#include <random>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "core/key_cache/key_cache.h"
#include "unit/naive_key_cache.h"

namespace sgdma::core {
namespace {

using test::NaiveKeyCache;
using Random = std::mt19937_64;

std::uint32_t below(Random& random, std::uint32_t bound) {
  return static_cast<std::uint32_t>(random() % bound);
}

KeyCacheConfig random_config(Random& random) {
  KeyCacheConfig config;
  const std::uint32_t ways = 1 + below(random, 4);
  config.capacity = ways * (1 + below(random, 4));
  config.associativity = below(random, 4) == 0 ? kFullyAssociative : ways;
  config.capacity = below(random, 16) == 0 ? kUnlimited : config.capacity;
  config.hit_latency = below(random, 4);
  config.miss_latency = 1 + below(random, 12);
  config.ports = below(random, 4);
  config.outstanding_misses = below(random, 4);
  config.fetch_over_bus = below(random, 2) == 0;
  return config;
}

auto all(const KeyCacheCounters& c) {
  return std::make_tuple(c.lookups, c.hits, c.misses, c.joined, c.fills, c.evictions,
                         c.dropped_fills, c.failed_fetches, c.refused_for_port, c.refused_for_miss,
                         c.refused_for_region);
}

/// The cache and the naive one under the same requests, edge by edge.
class Twins {
 public:
  Twins(const KeyCacheConfig& config, Random& random)
      : cache_(config), naive_(config), random_(random) {}

  void edge(Cycle now) {
    cache_.begin_edge(now);
    naive_.begin_edge(now);
    end_a_fetch(now);
    if (below(random_, 40) == 0) {
      invalidate(now);
    }
    for (std::uint32_t left = below(random_, 5); left > 0; --left) {
      request(now);
    }
    begin_a_fetch(now);
    forget_some();
    for (const auto& [lookup, twin] : held_) {
      ASSERT_EQ(cache_.ready_at(KeyLookup{lookup}), naive_.ready_at(twin)) << "edge " << now;
      ASSERT_EQ(cache_.failed(KeyLookup{lookup}), naive_.failed(twin)) << "edge " << now;
    }
    ASSERT_EQ(cache_.held_lookups(), held_.size());
    ASSERT_EQ(all(cache_.counters()), all(naive_.counters())) << "edge " << now;
  }

  const KeyCacheCounters& counters() const { return cache_.counters(); }

 private:
  void request(Cycle now) {
    const std::uint32_t region = oldest_region_ + below(random_, 3);
    const PageListLine line{RegionHandle{region}, below(random_, 6)};
    const KeyRequest request = cache_.request(line);
    ASSERT_EQ(request.outcome, naive_.request(now, line)) << "edge " << now;
    if (request.outcome <= KeyRequestOutcome::kJoined) {
      ASSERT_TRUE(held_.emplace(raw(request.lookup), naive_.lookups() - 1).second);
    }
  }

  /// One of the three regions in use; the oldest of them makes room for a new one.
  void invalidate(Cycle now) {
    const RegionHandle region{oldest_region_ + below(random_, 3)};
    if (std::find(gone_.begin(), gone_.end(), region) == gone_.end()) {
      gone_.push_back(region);
      cache_.invalidate(region);
      naive_.invalidate(now, region);
    }
    while (std::find(gone_.begin(), gone_.end(), RegionHandle{oldest_region_}) != gone_.end()) {
      ++oldest_region_;
    }
  }

  void begin_a_fetch(Cycle now) {
    const auto next = cache_.next_fetch();
    const auto twin = naive_.next_fetch(now);
    ASSERT_EQ(next.has_value(), twin.has_value()) << "edge " << now;
    if (next && below(random_, 3) == 0) {
      ASSERT_EQ(next->line, naive_.fetches()[*twin].line);
      cache_.begin_fetch();
      naive_.begin_fetch(*twin);
      begun_.emplace_back(next->id, *twin);
    }
  }

  void end_a_fetch(Cycle now) {
    if (begun_.empty() || below(random_, 4) != 0) {
      return;
    }
    const std::size_t at = below(random_, static_cast<std::uint32_t>(begun_.size()));
    const bool fails = below(random_, 8) == 0;
    fails ? cache_.fail_fetch(begun_[at].first) : cache_.fill(begun_[at].first);
    naive_.end_fetch(now, begun_[at].second, fails);
    begun_.erase(begun_.begin() + static_cast<std::ptrdiff_t>(at));
  }

  void forget_some() {
    for (auto at = held_.begin(); at != held_.end();) {
      if (below(random_, 10) == 0) {
        cache_.forget(KeyLookup{at->first});
        at = held_.erase(at);
      } else {
        ++at;
      }
    }
  }

  KeyCache cache_;
  NaiveKeyCache naive_;
  Random& random_;
  std::map<std::uint32_t, std::size_t> held_;
  std::vector<std::pair<LineFetchId, std::size_t>> begun_;
  std::vector<RegionHandle> gone_;
  std::uint32_t oldest_region_ = 0;
};

TEST(KeyCacheRandom, AgreesWithTheNaiveCache) {
  KeyCacheCounters least;  // of anything counted, over all configurations: all of it happens
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    Twins twins(random_config(random), random);
    for (Cycle now = 0; now < 500; ++now) {
      ASSERT_NO_FATAL_FAILURE(twins.edge(now));
    }
    const KeyCacheCounters& counters = twins.counters();
    least.hits += counters.hits;
    least.joined += counters.joined;
    least.evictions += counters.evictions;
    least.dropped_fills += counters.dropped_fills;
    least.failed_fetches += counters.failed_fetches;
    least.refused_for_port += counters.refused_for_port;
    least.refused_for_miss += counters.refused_for_miss;
    least.refused_for_region += counters.refused_for_region;
  }
  EXPECT_GT(std::min({least.hits, least.joined, least.evictions, least.dropped_fills,
                      least.failed_fetches, least.refused_for_port, least.refused_for_miss,
                      least.refused_for_region}),
            50U);
}

/// Items that want a line each, from an edge on, and regions that go at an edge.
struct Stimulus {
  std::vector<std::pair<Cycle, PageListLine>> items;
  std::map<Cycle, RegionHandle> invalidations;
};

Stimulus random_stimulus(Random& random) {
  Stimulus stimulus;
  Cycle arrives = 0;
  for (int item = 0; item < 200; ++item) {
    arrives += below(random, 3) == 0 ? below(random, 40) : 0;
    stimulus.items.push_back({arrives, {RegionHandle{below(random, 4)}, below(random, 6)}});
  }
  stimulus.invalidations[arrives / 3] = RegionHandle{1};
  stimulus.invalidations[arrives / 2] = RegionHandle{3};
  return stimulus;
}

/// An item and how it ended, at which edge.
using Ended = std::tuple<Cycle, std::size_t, KeyRequestOutcome, bool>;

/// Serves a stimulus, at every edge or only at those where something can happen. The bus takes a
/// fetch every four edges and brings it after nine.
class Served {
 public:
  Served(const KeyCacheConfig& config, const Stimulus& stimulus, bool every_edge)
      : cache_(config), stimulus_(stimulus) {
    for (Cycle now = 0; now != kNever; now = every_edge ? now + 1 : next(now)) {
      step(now);
      ++edges;
      if (log.size() == stimulus.items.size() || now > 100'000) {
        return;
      }
    }
  }

  std::vector<Ended> log;
  std::uint64_t edges = 0;
  KeyCacheCounters counters() const { return cache_.counters(); }

 private:
  struct Waiting {
    std::size_t item;
    KeyRequest request;
  };

  void step(Cycle now) {
    cache_.begin_edge(now);
    if (!on_bus_.empty() && on_bus_.front().first <= now) {
      cache_.fill(on_bus_.front().second);
      on_bus_.erase(on_bus_.begin());
    }
    const auto goes = stimulus_.invalidations.find(now);
    if (goes != stimulus_.invalidations.end()) {
      cache_.invalidate(goes->second);
    }
    for (; arrived_ < stimulus_.items.size() && stimulus_.items[arrived_].first <= now;
         ++arrived_) {
      refused_.push_back(arrived_);
    }
    wants_port_ = false;
    const std::vector<std::size_t> asking = std::move(refused_);
    refused_.clear();
    for (const std::size_t item : asking) {
      ask(now, item);
    }
    use(now);
    if (bus_free_at_ <= now && cache_.next_fetch()) {
      on_bus_.emplace_back(now + 9, cache_.next_fetch()->id);
      cache_.begin_fetch();
      bus_free_at_ = now + 4;
    }
  }

  void ask(Cycle now, std::size_t item) {
    const KeyRequest request = cache_.request(stimulus_.items[item].second);
    if (request.outcome <= KeyRequestOutcome::kJoined) {
      waiting_.push_back({item, request});
    } else if (request.outcome == KeyRequestOutcome::kRegionGone) {
      log.emplace_back(now, item, request.outcome, true);
    } else {
      wants_port_ = wants_port_ || request.outcome == KeyRequestOutcome::kNoPort;
      refused_.push_back(item);
    }
  }

  void use(Cycle now) {
    std::vector<Waiting> left;
    for (const Waiting& waiting : waiting_) {
      const bool failed = cache_.failed(waiting.request.lookup);
      if (failed || cache_.ready_at(waiting.request.lookup) <= now) {
        log.emplace_back(now, waiting.item, waiting.request.outcome, failed);
        cache_.forget(waiting.request.lookup);
      } else {
        left.push_back(waiting);
      }
    }
    waiting_ = std::move(left);
  }

  Cycle next(Cycle now) const {
    Cycle edge = cache_.next_edge();
    EXPECT_GT(edge, now);
    if (arrived_ < stimulus_.items.size()) {
      edge = std::min(edge, stimulus_.items[arrived_].first);
    }
    const auto goes = stimulus_.invalidations.upper_bound(now);
    if (goes != stimulus_.invalidations.end()) {
      edge = std::min(edge, goes->first);
    }
    if (!on_bus_.empty()) {
      edge = std::min(edge, on_bus_.front().first);
    }
    if (cache_.next_fetch()) {
      edge = std::min(edge, std::max(bus_free_at_, now + 1));
    }
    return wants_port_ ? now + 1 : edge;
  }

  KeyCache cache_;
  const Stimulus& stimulus_;
  std::size_t arrived_ = 0;
  std::vector<std::size_t> refused_;
  std::vector<Waiting> waiting_;
  std::vector<std::pair<Cycle, LineFetchId>> on_bus_;
  Cycle bus_free_at_ = 0;
  bool wants_port_ = false;
};

auto without_refusals(KeyCacheCounters counters) {
  counters.refused_for_port = 0;
  counters.refused_for_miss = 0;
  return all(counters);
}

TEST(KeyCacheRandom, LeavingEdgesOutChangesNothing) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const KeyCacheConfig config = random_config(random);
    const Stimulus stimulus = random_stimulus(random);
    const Served every(config, stimulus, true);
    const Served some(config, stimulus, false);
    ASSERT_EQ(every.log.size(), stimulus.items.size());
    ASSERT_EQ(some.log, every.log);
    ASSERT_EQ(without_refusals(some.counters()), without_refusals(every.counters()));
    EXPECT_LT(some.edges, every.edges);
  }
}

}  // namespace
}  // namespace sgdma::core
