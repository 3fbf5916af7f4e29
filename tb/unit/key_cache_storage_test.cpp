#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "core/key_cache/key_cache.h"
#include "unit/allocations.h"

namespace sgdma::core {
namespace {

/// Two lookups an edge, each held for five edges; over the bus a line comes eight edges after it
/// was asked for. Every 50 edges one of four regions goes, and a new one takes its place.
class Churn {
 public:
  explicit Churn(const KeyCacheConfig& config) : cache_(config), held_(10), coming_(8) {
    // Regions are numbers that are never used again: room for as many as there will be.
    cache_.invalidate(RegionHandle{1000});
  }

  void run(Cycle edges) {
    for (const Cycle end = now_ + edges; now_ < end; ++now_) {
      cache_.begin_edge(now_);
      std::optional<LineFetchId>& coming = coming_[now_ % coming_.size()];
      if (coming) {
        cache_.fill(*coming);
        coming.reset();
      }
      if (now_ % 50 == 49) {
        cache_.invalidate(RegionHandle{regions_++});
      }
      look_up(held_[2 * now_ % held_.size()]);
      look_up(held_[(2 * now_ + 1) % held_.size()]);
      if (const std::optional<LineFetch> next = cache_.next_fetch()) {
        cache_.begin_fetch();
        coming = next->id;
      }
    }
  }

  const KeyCacheCounters& counters() const { return cache_.counters(); }

 private:
  void look_up(std::optional<KeyLookup>& place) {
    if (place) {
      cache_.forget(*place);
      place.reset();
    }
    const RegionHandle region{regions_ + static_cast<std::uint32_t>(random_() % 4)};
    const KeyRequest request = cache_.request({region, static_cast<std::uint32_t>(random_() % 8)});
    if (request.outcome <= KeyRequestOutcome::kJoined) {
      place = request.lookup;
    }
  }

  KeyCache cache_;
  std::vector<std::optional<KeyLookup>> held_;
  std::vector<std::optional<LineFetchId>> coming_;
  std::mt19937_64 random_{7};
  std::uint32_t regions_ = 0;  ///< the oldest in use
  Cycle now_ = 0;
};

class KeyCacheStorage : public testing::TestWithParam<bool> {};

TEST_P(KeyCacheStorage, NothingIsAllocatedOnceTheDepthIsReached) {
  KeyCacheConfig config;
  config.capacity = 16;
  config.associativity = 4;
  config.hit_latency = 3;
  config.miss_latency = 20;
  config.fetch_over_bus = GetParam();
  Churn churn(config);
  churn.run(5000);
  const std::uint64_t before = test::allocations();
  churn.run(40000);
  EXPECT_EQ(test::allocations(), before);
  EXPECT_GT(before, 0U);
  EXPECT_GT(churn.counters().evictions, 1000U);
  EXPECT_GT(churn.counters().dropped_fills, 100U);
}

INSTANTIATE_TEST_SUITE_P(, KeyCacheStorage, testing::Bool());

}  // namespace
}  // namespace sgdma::core
