#include "core/key_cache/key_cache.h"

#include <algorithm>

#include "core/ensure.h"

namespace sgdma::core {
namespace {

/// The directory holds positions in the store, and fetches with this bit.
constexpr std::uint32_t kFetchBit = 1U << 31U;

bool in_range(const KeyCacheConfig& config) {
  const std::uint32_t ways = config.associativity;
  const bool sets_fit =
      config.capacity == kUnlimited || ways == kFullyAssociative || config.capacity % ways == 0;
  const std::uint32_t pages = config.pages_per_line;
  return config.capacity <= KeyCacheConfig::kMostLines && sets_fit && pages >= 1 &&
         pages <= KeyCacheConfig::kMostPagesPerLine && (pages & (pages - 1)) == 0 &&
         config.hit_latency <= KeyCacheConfig::kMostHitLatency && config.miss_latency >= 1 &&
         config.miss_latency <= KeyCacheConfig::kMostMissLatency;
}

LineStore make_store(const KeyCacheConfig& config) {
  ensure(in_range(config), "the key cache's configuration is out of range");
  const std::uint32_t lines = std::max(config.capacity, 1U);  // unlimited: the store stays empty
  return {lines, config.associativity == kFullyAssociative ? lines : config.associativity};
}

}  // namespace

KeyCache::KeyCache(const KeyCacheConfig& config) : config_(config), store_(make_store(config)) {}

void KeyCache::begin_edge(Cycle now) {
  ensure(edge_ == kNever || now > edge_, "the key cache goes back in time");
  edge_ = now;
  ports_used_ = 0;
  given_back_ = 0;
  while (!answers_.empty() && answers_.front() <= now) {
    answers_.pop_front();
  }
  while (!config_.fetch_over_bus && !fetches_.queue().empty()) {
    const Cycle comes_at = fetches_[fetches_.queue().front()].comes_at;
    if (comes_at > now) {
      break;
    }
    finish(fetches_.take_first(), comes_at);
  }
}

KeyRequest KeyCache::request(PageListLine line) {
  if (directory_.gone(line.region)) {
    ++counters_.refused_for_region;
    return {KeyRequestOutcome::kRegionGone, {}};
  }
  if (config_.ports != kUnlimited && ports_used_ == config_.ports) {
    ++counters_.refused_for_port;
    return {KeyRequestOutcome::kNoPort, {}};
  }
  const std::uint32_t place = directory_.find(line);
  if (place == LineDirectory::kNowhere && config_.capacity != kUnlimited) {
    if (config_.outstanding_misses != kUnlimited && miss_slots() >= config_.outstanding_misses) {
      ++counters_.refused_for_miss;
      return {KeyRequestOutcome::kNoMissSlot, {}};
    }
    const Cycle known_at = edge_ + config_.hit_latency;
    const Cycle comes_at = config_.fetch_over_bus ? kNever : known_at + config_.miss_latency;
    const LineFetchId fetch = fetches_.open(line, known_at, comes_at);
    directory_.set(line, raw(fetch) | kFetchBit);
    ++counters_.misses;
    return begin_lookup(KeyRequestOutcome::kMiss, line.region, fetch);
  }
  if (place != LineDirectory::kNowhere && (place & kFetchBit) != 0) {
    ++counters_.joined;
    return begin_lookup(KeyRequestOutcome::kJoined, line.region, LineFetchId{place & ~kFetchBit});
  }
  if (place != LineDirectory::kNowhere) {
    store_.use(place);
  }
  ++counters_.hits;
  return begin_lookup(KeyRequestOutcome::kHit, line.region, std::nullopt);
}

KeyRequest KeyCache::begin_lookup(KeyRequestOutcome outcome, RegionHandle region,
                                  std::optional<LineFetchId> fetch) {
  ++counters_.lookups;
  ++ports_used_;
  const Cycle answered_at = edge_ + config_.hit_latency;
  if (answered_at > edge_) {
    answers_.push_back() = answered_at;
  }
  if (fetch) {
    fetches_.hold(*fetch);
  }
  if (free_lookups_.empty()) {
    free_lookups_.push_back(static_cast<std::uint32_t>(lookups_.size()));
    lookups_.emplace_back();
  }
  const std::uint32_t index = free_lookups_.back();
  free_lookups_.pop_back();
  lookups_[index] = {region, fetch, answered_at, true};
  return {outcome, KeyLookup{index}};
}

Cycle KeyCache::ready_at(KeyLookup lookup) const {
  if (failed(lookup)) {
    return kNever;
  }
  const Lookup& held = lookups_[raw(lookup)];
  return held.fetch ? std::max(held.answered_at, fetches_[*held.fetch].comes_at) : held.answered_at;
}

bool KeyCache::failed(KeyLookup lookup) const {
  const Lookup& held = lookups_[raw(lookup)];
  return directory_.gone(held.region) || (held.fetch && fetches_[*held.fetch].failed);
}

void KeyCache::forget(KeyLookup lookup) {
  Lookup& held = lookups_[raw(lookup)];
  ensure(held.held, "a lookup of the key cache is forgotten twice");
  held.held = false;
  if (held.fetch) {
    fetches_.release(*held.fetch);
  }
  free_lookups_.push_back(raw(lookup));
}

std::optional<LineFetch> KeyCache::next_fetch() const {
  if (!config_.fetch_over_bus || fetches_.queue().empty()) {
    return std::nullopt;
  }
  const LineFetchId id = fetches_.queue().front();
  if (fetches_[id].known_at > edge_) {
    return std::nullopt;
  }
  return LineFetch{id, fetches_[id].line};
}

void KeyCache::begin_fetch() {
  ensure(next_fetch().has_value(), "no line waits for the bus");
  fetches_.take_first();
}

void KeyCache::fill(LineFetchId fetch) { finish(fetch, edge_); }

void KeyCache::fail_fetch(LineFetchId fetch) {
  const PageListLine line = fetches_[fetch].line;
  if (directory_.gone(line.region)) {
    finish(fetch, edge_);
    return;
  }
  directory_.clear(line);
  ++counters_.failed_fetches;
  close(fetch, edge_, true);
}

void KeyCache::finish(LineFetchId id, Cycle at) {
  const PageListLine line = fetches_[id].line;
  if (directory_.gone(line.region)) {
    ++counters_.dropped_fills;
  } else {
    const LineStore::Put put = store_.put(line);
    if (put.evicted) {
      directory_.clear(*put.evicted);
      ++counters_.evictions;
    }
    directory_.set(line, put.position);
    ++counters_.fills;
  }
  close(id, at, false);
}

void KeyCache::close(LineFetchId id, Cycle at, bool failed) {
  fetches_.close(id, at, failed);
  given_back_ += at == edge_ ? 1U : 0U;
}

void KeyCache::invalidate(RegionHandle region) {
  directory_.remove(region, [this](std::uint32_t place) {
    if ((place & kFetchBit) == 0) {
      store_.erase(place);
    }
  });
  if (config_.fetch_over_bus) {
    fetches_.withdraw(region, [this](LineFetchId id) { finish(id, edge_); });
  }
}

Cycle KeyCache::next_edge() const {
  Cycle next = answers_.empty() ? kNever : answers_.front();
  if (!config_.fetch_over_bus && !fetches_.queue().empty()) {
    next = std::min(next, fetches_[fetches_.queue().front()].comes_at);
  }
  if (given_back_ != 0 && miss_slots() == config_.outstanding_misses) {
    next = std::min(next, edge_ + 1);
  }
  return next;
}

}  // namespace sgdma::core
