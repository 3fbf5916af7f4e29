#include "core/key_cache/key_cache.h"

#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "core/key_cache/key_cache_bits.h"

namespace sgdma::core {
namespace {

using Outcome = KeyRequestOutcome;

/// Hit latency 3, miss latency 10, the lines of `capacity` in one set.
KeyCacheConfig small(std::uint32_t capacity) {
  KeyCacheConfig config;
  config.capacity = capacity;
  config.hit_latency = 3;
  config.miss_latency = 10;
  return config;
}

/// As `small`, with answers at the edge of the request: a line asked for at n is there at n + 10.
KeyCacheConfig prompt(std::uint32_t capacity) {
  KeyCacheConfig config = small(capacity);
  config.hit_latency = 0;
  return config;
}

KeyCacheConfig over_bus(KeyCacheConfig config) {
  config.fetch_over_bus = true;
  return config;
}

PageListLine line(std::uint32_t region, std::uint32_t number) {
  return {RegionHandle{region}, number};
}

const PageListLine kA = line(0, 0);
const PageListLine kB = line(0, 1);
const PageListLine kC = line(0, 2);

/// A lookup that is used as soon as it is asked for: the outcome is all that matters.
Outcome ask(KeyCache& cache, PageListLine wanted) {
  const KeyRequest request = cache.request(wanted);
  if (request.outcome <= Outcome::kJoined) {
    cache.forget(request.lookup);
  }
  return request.outcome;
}

Outcome ask_at(KeyCache& cache, Cycle edge, PageListLine wanted) {
  cache.begin_edge(edge);
  return ask(cache, wanted);
}

Cycle ready_at(KeyCache& cache, Cycle edge, PageListLine wanted, Outcome expected) {
  cache.begin_edge(edge);
  const KeyRequest request = cache.request(wanted);
  EXPECT_EQ(request.outcome, expected) << "at edge " << edge;
  const Cycle ready = cache.ready_at(request.lookup);
  cache.forget(request.lookup);
  return ready;
}

// Asked for at 5, the miss is known at 5 + 3 = 8 and the fill comes at 8 + 10 = 18. Whoever asks
// before 18 joins: at 6 for the fill, at 17 for its own answer at 20. From 18 on it is a hit.
TEST(KeyCache, HitsMissesAndJoinsToTheEdge) {
  KeyCache cache(small(2));
  EXPECT_EQ(ready_at(cache, 5, kA, Outcome::kMiss), 18U);
  EXPECT_EQ(ready_at(cache, 6, kA, Outcome::kJoined), 18U);
  EXPECT_EQ(ready_at(cache, 17, kA, Outcome::kJoined), 20U);
  EXPECT_EQ(ready_at(cache, 18, kA, Outcome::kHit), 21U);
  EXPECT_EQ(ready_at(cache, 19, kA, Outcome::kHit), 22U);
  EXPECT_EQ(cache.counters().lookups, 5U);
  EXPECT_EQ(cache.counters().hits, 2U);
  EXPECT_EQ(cache.counters().misses, 1U);
  EXPECT_EQ(cache.counters().joined, 2U);
  EXPECT_EQ(cache.counters().fills, 1U);
}

TEST(KeyCache, WithoutHitLatencyAHitServesItsOwnEdge) {
  KeyCache cache(prompt(2));
  EXPECT_EQ(ready_at(cache, 5, kA, Outcome::kMiss), 15U);
  EXPECT_EQ(ready_at(cache, 15, kA, Outcome::kHit), 15U);
}

TEST(KeyCache, LinesThatComeWhileEdgesAreLeftOutAreThereAfterwards) {
  KeyCache cache(prompt(2));
  EXPECT_EQ(ask_at(cache, 0, kA), Outcome::kMiss);
  EXPECT_EQ(ask_at(cache, 400, kA), Outcome::kHit);
}

// One line: B is asked for at 20 and comes at 30. A stays until then.
TEST(KeyCache, ALineTakesItsPlaceWhenItComes) {
  KeyCache cache(prompt(1));
  EXPECT_EQ(ask_at(cache, 0, kA), Outcome::kMiss);
  EXPECT_EQ(ask_at(cache, 20, kB), Outcome::kMiss);
  EXPECT_EQ(ask_at(cache, 29, kA), Outcome::kHit);
  EXPECT_EQ(cache.counters().evictions, 0U);
  EXPECT_EQ(ask_at(cache, 30, kA), Outcome::kMiss);
  EXPECT_EQ(cache.counters().evictions, 1U);
}

// A comes at 10, B at 11, and A is used at 12: C, which comes at 23, takes B's place.
TEST(KeyCache, TheLeastRecentlyUsedLineGoes) {
  KeyCache cache(prompt(2));
  ask_at(cache, 0, kA);
  ask_at(cache, 1, kB);
  EXPECT_EQ(ask_at(cache, 12, kA), Outcome::kHit);
  EXPECT_EQ(ask_at(cache, 13, kC), Outcome::kMiss);
  EXPECT_EQ(ask_at(cache, 23, kA), Outcome::kHit);
  EXPECT_EQ(ask(cache, kC), Outcome::kHit);
  EXPECT_EQ(ask(cache, kB), Outcome::kMiss);
}

// A is asked for first and joined last, but comes at 10, before B at 11: joining is no use of a
// line, coming is.
TEST(KeyCache, ComingIsAUseAndJoiningIsNone) {
  KeyCache cache(prompt(2));
  ask_at(cache, 0, kA);
  ask_at(cache, 1, kB);
  EXPECT_EQ(ask_at(cache, 9, kA), Outcome::kJoined);
  EXPECT_EQ(ask_at(cache, 12, kC), Outcome::kMiss);
  EXPECT_EQ(ask_at(cache, 22, kB), Outcome::kHit);
  EXPECT_EQ(ask(cache, kA), Outcome::kMiss);
}

// Both come at 10, in the order asked for: B takes the only place from A, and both can be used.
TEST(KeyCache, TwoLinesOfOnePlaceAtOneEdge) {
  KeyCache cache(prompt(1));
  cache.begin_edge(0);
  const KeyLookup a = cache.request(kA).lookup;
  const KeyLookup b = cache.request(kB).lookup;
  cache.begin_edge(10);
  EXPECT_EQ(cache.ready_at(a), 10U);
  EXPECT_EQ(cache.ready_at(b), 10U);
  EXPECT_EQ(ask(cache, kB), Outcome::kHit);
  EXPECT_EQ(ask(cache, kA), Outcome::kMiss);
}

// Six lines in three sets of two. (region + line) mod 3 is 0 for 1.2, 0.0 and 2.1, of which the
// third takes the place of the first; 0.1 and 0.2 are alone in theirs.
TEST(KeyCache, ALineBelongsToTheSetOfItsRegionAndNumber) {
  KeyCacheConfig config = prompt(6);
  config.associativity = 2;
  KeyCache cache(config);
  cache.begin_edge(0);
  for (const PageListLine& wanted : {line(1, 2), line(0, 0), line(0, 1), line(0, 2), line(2, 1)}) {
    EXPECT_EQ(ask(cache, wanted), Outcome::kMiss);
  }
  cache.begin_edge(10);
  EXPECT_EQ(cache.counters().evictions, 1U);
  EXPECT_EQ(ask(cache, line(1, 2)), Outcome::kMiss);
  for (const PageListLine& wanted : {line(0, 0), line(0, 1), line(0, 2), line(2, 1)}) {
    EXPECT_EQ(ask(cache, wanted), Outcome::kHit) << raw(wanted.region) << '.' << wanted.number;
  }
}

TEST(KeyCache, PortsLimitTheLookupsOfAnEdge) {
  KeyCacheConfig config = prompt(4);
  config.ports = 2;
  KeyCache cache(config);
  cache.begin_edge(0);
  EXPECT_EQ(ask(cache, kA), Outcome::kMiss);
  EXPECT_EQ(ask(cache, kA), Outcome::kJoined);
  EXPECT_EQ(ask(cache, kB), Outcome::kNoPort);
  EXPECT_EQ(ask_at(cache, 1, kB), Outcome::kMiss);
  cache.begin_edge(11);
  EXPECT_EQ(ask(cache, kA), Outcome::kHit);
  EXPECT_EQ(ask(cache, kB), Outcome::kHit);
  EXPECT_EQ(ask(cache, kB), Outcome::kNoPort);
  EXPECT_EQ(cache.counters().refused_for_port, 2U);
  EXPECT_EQ(cache.counters().lookups, 5U);
}

// A's slot is taken from 0 and given back with the fill at 10: it serves again at 11.
TEST(KeyCache, AMissSlotServesAgainOneEdgeAfterTheFill) {
  KeyCacheConfig config = prompt(4);
  config.outstanding_misses = 1;
  KeyCache cache(config);
  cache.begin_edge(0);
  EXPECT_EQ(ask(cache, kA), Outcome::kMiss);
  EXPECT_EQ(ask(cache, kB), Outcome::kNoMissSlot);
  EXPECT_EQ(ask(cache, kA), Outcome::kJoined);
  EXPECT_EQ(cache.next_edge(), 10U);
  cache.begin_edge(10);
  EXPECT_EQ(ask(cache, kB), Outcome::kNoMissSlot);
  EXPECT_EQ(ask(cache, kA), Outcome::kHit);
  EXPECT_EQ(cache.next_edge(), 11U);
  EXPECT_EQ(ask_at(cache, 11, kB), Outcome::kMiss);
  EXPECT_EQ(cache.counters().refused_for_miss, 2U);
}

TEST(KeyCache, ARefusedMissTakesNoPort) {
  KeyCacheConfig config = prompt(4);
  config.outstanding_misses = 1;
  config.ports = 1;
  KeyCache cache(config);
  EXPECT_EQ(ask_at(cache, 0, kA), Outcome::kMiss);
  cache.begin_edge(1);
  EXPECT_EQ(ask(cache, kB), Outcome::kNoMissSlot);
  EXPECT_EQ(ask(cache, kA), Outcome::kJoined);
}

TEST(KeyCache, WithoutACapacityEveryLookupHits) {
  KeyCacheConfig config;
  config.ports = 3;
  config.hit_latency = 2;
  KeyCache cache(config);
  cache.begin_edge(7);
  for (const PageListLine& wanted : {kA, kB, line(9, 4'000'000'000)}) {
    const KeyRequest request = cache.request(wanted);
    EXPECT_EQ(request.outcome, Outcome::kHit);
    EXPECT_EQ(cache.ready_at(request.lookup), 9U);
  }
  EXPECT_EQ(ask(cache, kC), Outcome::kNoPort);
  EXPECT_EQ(cache.counters().hits, 3U);
  EXPECT_EQ(cache.counters().misses, 0U);
  cache.invalidate(RegionHandle{0});
  EXPECT_EQ(ask_at(cache, 8, kA), Outcome::kRegionGone);
  EXPECT_EQ(ask(cache, line(9, 1)), Outcome::kHit);
}

TEST(KeyCache, AFetchThatNobodyWaitsForGoesOn) {
  KeyCache cache(prompt(2));
  cache.begin_edge(0);
  const KeyLookup first = cache.request(kA).lookup;
  const KeyLookup second = cache.request(kA).lookup;
  EXPECT_EQ(cache.held_lookups(), 2U);
  cache.forget(first);
  cache.forget(second);
  EXPECT_EQ(cache.held_lookups(), 0U);
  EXPECT_EQ(ask_at(cache, 10, kA), Outcome::kHit);
  EXPECT_THROW(cache.forget(first), std::logic_error);
}

// What is asked for at 0 and 1 is held while the line goes: the lookups know their edges still.
TEST(KeyCache, ALookupOutlivesItsLine) {
  KeyCache cache(prompt(1));
  cache.begin_edge(0);
  const KeyLookup a = cache.request(kA).lookup;
  cache.begin_edge(1);
  const KeyLookup b = cache.request(kB).lookup;
  EXPECT_EQ(ask_at(cache, 20, kC), Outcome::kMiss);
  cache.begin_edge(40);
  EXPECT_EQ(cache.ready_at(a), 10U);
  EXPECT_EQ(cache.ready_at(b), 11U);
}

TEST(KeyCache, InvalidationTakesTheLinesOfOneRegion) {
  KeyCache cache(prompt(3));
  cache.begin_edge(0);
  for (const PageListLine& wanted : {line(4, 0), line(5, 0), line(4, 6)}) {
    ask(cache, wanted);
  }
  cache.begin_edge(10);
  const KeyLookup used = cache.request(line(4, 0)).lookup;
  const KeyLookup other = cache.request(line(5, 0)).lookup;
  EXPECT_EQ(cache.ready_at(used), 10U);
  cache.invalidate(RegionHandle{4});
  EXPECT_TRUE(cache.failed(used));
  EXPECT_EQ(cache.ready_at(used), kNever);
  EXPECT_FALSE(cache.failed(other));
  EXPECT_EQ(ask_at(cache, 11, line(4, 0)), Outcome::kRegionGone);
  EXPECT_EQ(ask(cache, line(4, 6)), Outcome::kRegionGone);
  EXPECT_EQ(ask(cache, line(4, 1)), Outcome::kRegionGone);
  EXPECT_EQ(ask(cache, line(5, 0)), Outcome::kHit);
  EXPECT_EQ(cache.counters().refused_for_region, 3U);
  EXPECT_THROW(cache.invalidate(RegionHandle{4}), std::logic_error);
}

// Three lines, of which invalidation empties two: two more come in before one has to go.
TEST(KeyCache, InvalidationGivesPlacesBack) {
  KeyCache cache(prompt(3));
  cache.begin_edge(0);
  for (const PageListLine& wanted : {line(4, 0), line(5, 0), line(4, 6)}) {
    ask(cache, wanted);
  }
  cache.begin_edge(10);
  cache.invalidate(RegionHandle{4});
  ask(cache, line(6, 0));
  ask(cache, line(6, 1));
  cache.begin_edge(20);
  EXPECT_EQ(cache.counters().evictions, 0U);
  EXPECT_EQ(ask(cache, line(6, 2)), Outcome::kMiss);
  cache.begin_edge(30);
  EXPECT_EQ(cache.counters().evictions, 1U);
  EXPECT_EQ(ask(cache, line(5, 0)), Outcome::kMiss);
}

// The fetch of 0 is under way until 10 and holds the slot until then; its line does not come in.
TEST(KeyCache, AFetchOfARegionThatIsGoneIsDropped) {
  KeyCacheConfig config = prompt(1);
  config.outstanding_misses = 1;
  KeyCache cache(config);
  cache.begin_edge(0);
  const KeyLookup waiting = cache.request(kA).lookup;
  cache.begin_edge(4);
  cache.invalidate(RegionHandle{0});
  EXPECT_TRUE(cache.failed(waiting));
  EXPECT_EQ(cache.ready_at(waiting), kNever);
  EXPECT_EQ(ask(cache, line(1, 0)), Outcome::kNoMissSlot);
  cache.begin_edge(10);
  EXPECT_TRUE(cache.failed(waiting));
  EXPECT_EQ(cache.counters().dropped_fills, 1U);
  EXPECT_EQ(cache.counters().fills, 0U);
  EXPECT_EQ(ask_at(cache, 11, line(1, 0)), Outcome::kMiss);
  cache.begin_edge(21);
  EXPECT_EQ(cache.counters().evictions, 0U);
}

// The line comes at 10, before the control event of the same edge.
TEST(KeyCache, AFillComesBeforeAnInvalidationAtItsEdge) {
  KeyCache cache(prompt(1));
  cache.begin_edge(0);
  const KeyLookup waiting = cache.request(kA).lookup;
  cache.begin_edge(10);
  cache.invalidate(RegionHandle{0});
  EXPECT_TRUE(cache.failed(waiting));
  EXPECT_EQ(cache.counters().fills, 1U);
  EXPECT_EQ(cache.counters().dropped_fills, 0U);
}

// Registered anew while a line of the old registration is fetched, which comes at 10: the new one
// has its own, asked for at 4.
TEST(KeyCache, ARegionRegisteredAnewSharesNothingWithItsOldSelf) {
  KeyCache cache(prompt(2));
  EXPECT_EQ(ask_at(cache, 0, line(0, 3)), Outcome::kMiss);
  cache.begin_edge(4);
  cache.invalidate(RegionHandle{0});
  EXPECT_EQ(ask(cache, line(1, 3)), Outcome::kMiss);
  EXPECT_EQ(ask_at(cache, 10, line(1, 3)), Outcome::kJoined);
  EXPECT_EQ(ask_at(cache, 14, line(1, 3)), Outcome::kHit);
  EXPECT_EQ(ask(cache, line(1, 2)), Outcome::kMiss);
}

// Hit latency 3: the misses of 2 and 3 are known at 5 and 6, and wait for the bus in that order.
TEST(KeyCacheOverBus, MissesWaitForTheBusInOrder) {
  KeyCache cache(over_bus(small(4)));
  cache.begin_edge(2);
  const KeyLookup a = cache.request(kA).lookup;
  cache.begin_edge(3);
  const KeyLookup b = cache.request(kB).lookup;
  EXPECT_EQ(cache.ready_at(a), kNever);
  cache.begin_edge(4);
  EXPECT_FALSE(cache.next_fetch().has_value());
  EXPECT_THROW(cache.begin_fetch(), std::logic_error);
  cache.begin_edge(5);
  ASSERT_TRUE(cache.next_fetch().has_value());
  const LineFetch first = *cache.next_fetch();
  EXPECT_EQ(first.line, kA);
  cache.begin_fetch();
  EXPECT_FALSE(cache.next_fetch().has_value());
  cache.begin_edge(6);
  const LineFetch second = *cache.next_fetch();
  EXPECT_EQ(second.line, kB);
  EXPECT_THROW(cache.fill(second.id), std::logic_error);  // it waits for the bus still
  cache.begin_fetch();
  cache.begin_edge(50);
  cache.fill(second.id);
  EXPECT_EQ(cache.ready_at(b), 50U);
  EXPECT_EQ(cache.ready_at(a), kNever);
  EXPECT_EQ(ask(cache, kB), Outcome::kHit);
  EXPECT_EQ(cache.open_fetches(), 1U);
}

// The line comes at 20. Whoever joined at 4 has it then, whoever joined at 19 at 19 + 3 = 22.
TEST(KeyCacheOverBus, ALookupThatJoinsWaitsForItsOwnAnswerToo) {
  KeyCache cache(over_bus(small(4)));
  cache.begin_edge(0);
  const KeyLookup first = cache.request(kA).lookup;
  cache.begin_edge(4);
  const LineFetch fetch = *cache.next_fetch();
  cache.begin_fetch();
  const KeyLookup early = cache.request(kA).lookup;
  cache.begin_edge(19);
  const KeyLookup late = cache.request(kA).lookup;
  EXPECT_EQ(cache.ready_at(late), kNever);
  cache.begin_edge(20);
  cache.fill(fetch.id);
  EXPECT_EQ(cache.ready_at(first), 20U);
  EXPECT_EQ(cache.ready_at(early), 20U);
  EXPECT_EQ(cache.ready_at(late), 22U);
  EXPECT_EQ(cache.next_edge(), 22U);
  EXPECT_THROW(cache.fill(fetch.id), std::logic_error);
}

// Two fetches of region 0, one on the bus and one waiting for it, and one of region 1 behind them.
// The one that waits is withdrawn and its slot serves at 2; the one on the bus is dropped.
TEST(KeyCacheOverBus, InvalidationWithdrawsWhatWaitsAndDropsWhatIsUnderWay) {
  KeyCacheConfig config = over_bus(prompt(4));
  config.outstanding_misses = 3;
  KeyCache cache(config);
  cache.begin_edge(0);
  const KeyLookup a = cache.request(kA).lookup;
  const KeyLookup b = cache.request(kB).lookup;
  EXPECT_EQ(ask(cache, line(1, 0)), Outcome::kMiss);
  const LineFetch begun = *cache.next_fetch();
  cache.begin_fetch();
  cache.begin_edge(1);
  cache.invalidate(RegionHandle{0});
  EXPECT_TRUE(cache.failed(a));
  EXPECT_TRUE(cache.failed(b));
  EXPECT_EQ(cache.next_fetch()->line, line(1, 0));
  EXPECT_EQ(cache.counters().dropped_fills, 1U);
  EXPECT_EQ(ask(cache, line(1, 1)), Outcome::kNoMissSlot);
  EXPECT_EQ(cache.next_edge(), 2U);
  EXPECT_EQ(ask_at(cache, 2, line(1, 1)), Outcome::kMiss);
  EXPECT_EQ(ask(cache, line(1, 2)), Outcome::kNoMissSlot);
  cache.begin_edge(30);
  cache.fill(begun.id);
  EXPECT_EQ(cache.counters().dropped_fills, 2U);
  EXPECT_EQ(cache.counters().fills, 0U);
  EXPECT_EQ(ask_at(cache, 31, line(1, 2)), Outcome::kMiss);
}

TEST(KeyCacheOverBus, AFetchThatFailsFailsItsLookupsAndIsTriedAnew) {
  KeyCache cache(over_bus(prompt(4)));
  cache.begin_edge(0);
  const KeyLookup a = cache.request(kA).lookup;
  const KeyLookup joined = cache.request(kA).lookup;
  const KeyLookup b = cache.request(kB).lookup;
  const LineFetch fetch = *cache.next_fetch();
  cache.begin_fetch();
  cache.begin_edge(9);
  cache.fail_fetch(fetch.id);
  EXPECT_TRUE(cache.failed(a));
  EXPECT_TRUE(cache.failed(joined));
  EXPECT_FALSE(cache.failed(b));
  EXPECT_EQ(cache.ready_at(a), kNever);
  EXPECT_EQ(cache.counters().failed_fetches, 1U);
  const KeyRequest anew = cache.request(kA);
  EXPECT_EQ(anew.outcome, Outcome::kMiss);
  EXPECT_FALSE(cache.failed(anew.lookup));
}

TEST(KeyCacheOverBus, AFetchThatFailsAfterInvalidationIsDropped) {
  KeyCache cache(over_bus(prompt(4)));
  cache.begin_edge(0);
  ask(cache, kA);
  const LineFetch fetch = *cache.next_fetch();
  cache.begin_fetch();
  cache.invalidate(RegionHandle{0});
  cache.fail_fetch(fetch.id);
  EXPECT_EQ(cache.counters().dropped_fills, 1U);
  EXPECT_EQ(cache.counters().failed_fetches, 0U);
  EXPECT_EQ(cache.open_fetches(), 0U);
}

// Asked at 5 and twice at 6: answers at 8 and 9. A comes at 18; B, asked for at 6, at 19. At 18 A
// is asked for again: answer at 21.
TEST(KeyCache, NextEdgeNamesAnswersAndFills) {
  KeyCache cache(small(4));
  cache.begin_edge(0);
  EXPECT_EQ(cache.next_edge(), kNever);
  ask_at(cache, 5, kA);
  EXPECT_EQ(cache.next_edge(), 8U);
  cache.begin_edge(6);
  ask(cache, kB);
  ask(cache, kA);
  EXPECT_EQ(cache.next_edge(), 8U);
  cache.begin_edge(8);
  EXPECT_EQ(cache.next_edge(), 9U);
  cache.begin_edge(9);
  EXPECT_EQ(cache.next_edge(), 18U);
  EXPECT_EQ(ask_at(cache, 18, kA), Outcome::kHit);
  EXPECT_EQ(cache.next_edge(), 19U);
  cache.begin_edge(19);
  EXPECT_EQ(cache.next_edge(), 21U);
  cache.begin_edge(21);
  EXPECT_EQ(cache.next_edge(), kNever);
  EXPECT_THROW(cache.begin_edge(21), std::logic_error);
}

TEST(KeyCache, RefusesConfigurationsOutOfRange) {
  const auto with = [](auto change) {
    KeyCacheConfig config = small(12);
    change(config);
    return config;
  };
  EXPECT_NO_THROW(KeyCache(with([](KeyCacheConfig& c) { c.associativity = 12; })));
  EXPECT_NO_THROW(KeyCache(with([](KeyCacheConfig& c) { c.capacity = 1U << 20U; })));
  EXPECT_THROW(KeyCache(with([](KeyCacheConfig& c) { c.capacity = (1U << 20U) + 1; })),
               std::logic_error);
  EXPECT_THROW(KeyCache(with([](KeyCacheConfig& c) { c.associativity = 5; })), std::logic_error);
  EXPECT_THROW(KeyCache(with([](KeyCacheConfig& c) { c.associativity = 24; })), std::logic_error);
  EXPECT_THROW(KeyCache(with([](KeyCacheConfig& c) { c.pages_per_line = 6; })), std::logic_error);
  EXPECT_THROW(KeyCache(with([](KeyCacheConfig& c) { c.pages_per_line = 0; })), std::logic_error);
  EXPECT_THROW(KeyCache(with([](KeyCacheConfig& c) { c.pages_per_line = 1024; })),
               std::logic_error);
  EXPECT_THROW(KeyCache(with([](KeyCacheConfig& c) { c.hit_latency = 1001; })), std::logic_error);
  EXPECT_THROW(KeyCache(with([](KeyCacheConfig& c) { c.miss_latency = 0; })), std::logic_error);
  EXPECT_THROW(KeyCache(with([](KeyCacheConfig& c) { c.miss_latency = 1'000'001; })),
               std::logic_error);
}

TEST(KeyCacheLine, EightPagesShareALine) {
  EXPECT_EQ(line_of_page(RegionHandle{3}, 7, 8), line(3, 0));
  EXPECT_EQ(line_of_page(RegionHandle{3}, 8, 8), line(3, 1));
  EXPECT_EQ(line_of_page(RegionHandle{3}, 8, 1), line(3, 8));
}

// A name is 1 + 32 + 32 = 65 bits, eight page addresses are 8 x 52 = 416. Twelve lines in sets of
// three: rank 2 bits, 12 x (65 + 416 + 2) = 5796; four miss slots: 4 x 65 = 260. In one set: rank 4
// bits, 12 x 485 = 5820; slots for ten lookups: 650. Direct mapped, one page a line, one slot:
// 12 x (65 + 52) + 65 = 1469. Without a capacity: 100 lines x 416 = 41600.
TEST(KeyCacheBits, CountsLinesRanksAndMissSlots) {
  KeyCacheConfig config = small(12);
  const KeyCacheDemand demand{100, 10};
  config.associativity = 3;
  config.outstanding_misses = 4;
  EXPECT_EQ(key_cache_bits(config, demand), 5796U + 260U);
  EXPECT_EQ(key_cache_bits(small(12), demand), 5820U + 650U);
  config.associativity = 1;
  config.pages_per_line = 1;
  config.outstanding_misses = 1;
  EXPECT_EQ(key_cache_bits(config, demand), 1469U);
  EXPECT_EQ(key_cache_bits(KeyCacheConfig{}, demand), 41600U);
}

}  // namespace
}  // namespace sgdma::core
