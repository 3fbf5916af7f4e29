#include "unit/naive_key_cache.h"

#include <algorithm>

namespace sgdma::core::test {

bool NaiveKeyCache::gone(RegionHandle region) const {
  return std::find(gone_.begin(), gone_.end(), region) != gone_.end();
}

std::uint64_t NaiveKeyCache::set_of(PageListLine line) const {
  const std::uint32_t sets =
      config_.associativity == kFullyAssociative ? 1 : config_.capacity / config_.associativity;
  return (std::uint64_t{raw(line.region)} + line.number) % sets;
}

void NaiveKeyCache::begin_edge(Cycle now) {
  for (std::size_t at = 0; at < fetches_.size(); ++at) {
    if (!config_.fetch_over_bus && !fetches_[at].over && fetches_[at].comes_at <= now) {
      end_fetch(fetches_[at].comes_at, at, false);
    }
  }
}

KeyRequestOutcome NaiveKeyCache::request(Cycle now, PageListLine line) {
  if (gone(line.region)) {
    ++counters_.refused_for_region;
    return KeyRequestOutcome::kRegionGone;
  }
  if (ports_edge_ != now) {
    ports_edge_ = now;
    ports_used_ = 0;
  }
  if (config_.ports != kUnlimited && ports_used_ >= config_.ports) {
    ++counters_.refused_for_port;
    return KeyRequestOutcome::kNoPort;
  }
  Lookup lookup{line.region, now + config_.hit_latency, std::nullopt};
  KeyRequestOutcome outcome = KeyRequestOutcome::kMiss;
  for (Line& held : lines_) {
    if (held.line == line) {
      held.used = ++uses_;
      outcome = KeyRequestOutcome::kHit;
    }
  }
  std::uint32_t slots = 0;
  for (std::size_t at = 0; at < fetches_.size(); ++at) {
    if (!fetches_[at].over && fetches_[at].line == line) {
      lookup.fetch = at;
      outcome = KeyRequestOutcome::kJoined;
    }
    slots += !fetches_[at].over || fetches_[at].over_at == now ? 1U : 0U;
  }
  if (config_.capacity == kUnlimited) {
    outcome = KeyRequestOutcome::kHit;
  }
  if (outcome == KeyRequestOutcome::kMiss) {
    if (config_.outstanding_misses != kUnlimited && slots >= config_.outstanding_misses) {
      ++counters_.refused_for_miss;
      return KeyRequestOutcome::kNoMissSlot;
    }
    lookup.fetch = fetches_.size();
    Fetch fetch;
    fetch.line = line;
    fetch.known_at = lookup.answered_at;
    fetch.comes_at = config_.fetch_over_bus ? kNever : fetch.known_at + config_.miss_latency;
    fetches_.push_back(fetch);
    ++counters_.misses;
  }
  counters_.hits += outcome == KeyRequestOutcome::kHit ? 1U : 0U;
  counters_.joined += outcome == KeyRequestOutcome::kJoined ? 1U : 0U;
  ++counters_.lookups;
  ++ports_used_;
  lookups_.push_back(lookup);
  return outcome;
}

Cycle NaiveKeyCache::ready_at(std::size_t lookup) const {
  const Lookup& held = lookups_[lookup];
  if (failed(lookup)) {
    return kNever;
  }
  return held.fetch ? std::max(held.answered_at, fetches_[*held.fetch].comes_at) : held.answered_at;
}

bool NaiveKeyCache::failed(std::size_t lookup) const {
  const Lookup& held = lookups_[lookup];
  return gone(held.region) || (held.fetch && fetches_[*held.fetch].failed);
}

std::optional<std::size_t> NaiveKeyCache::next_fetch(Cycle now) const {
  for (std::size_t at = 0; at < fetches_.size() && config_.fetch_over_bus; ++at) {
    if (!fetches_[at].begun && !fetches_[at].over) {
      return fetches_[at].known_at <= now ? std::optional(at) : std::nullopt;
    }
  }
  return std::nullopt;
}

void NaiveKeyCache::end_fetch(Cycle now, std::size_t at, bool failed) {
  Fetch& fetch = fetches_[at];
  fetch.over = true;
  fetch.over_at = now;
  fetch.comes_at = now;
  if (gone(fetch.line.region)) {
    ++counters_.dropped_fills;
  } else if (failed) {
    fetch.failed = true;
    ++counters_.failed_fetches;
  } else {
    ++counters_.fills;
    put(fetch.line);
  }
}

void NaiveKeyCache::put(PageListLine line) {
  std::uint32_t in_set = 0;
  std::size_t oldest = 0;
  for (std::size_t at = 0; at < lines_.size(); ++at) {
    if (set_of(lines_[at].line) == set_of(line)) {
      oldest = in_set == 0 || lines_[at].used < lines_[oldest].used ? at : oldest;
      ++in_set;
    }
  }
  const std::uint32_t ways =
      config_.associativity == kFullyAssociative ? config_.capacity : config_.associativity;
  if (in_set == ways) {
    lines_.erase(lines_.begin() + static_cast<std::ptrdiff_t>(oldest));
    ++counters_.evictions;
  }
  lines_.push_back({line, ++uses_});
}

void NaiveKeyCache::invalidate(Cycle now, RegionHandle region) {
  gone_.push_back(region);
  for (std::size_t at = lines_.size(); at-- > 0;) {
    if (lines_[at].line.region == region) {
      lines_.erase(lines_.begin() + static_cast<std::ptrdiff_t>(at));
    }
  }
  for (std::size_t at = 0; at < fetches_.size() && config_.fetch_over_bus; ++at) {
    if (!fetches_[at].begun && !fetches_[at].over && fetches_[at].line.region == region) {
      end_fetch(now, at, false);
    }
  }
}

}  // namespace sgdma::core::test
