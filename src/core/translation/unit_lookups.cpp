#include "core/translation/unit_lookups.h"

#include <algorithm>

#include "core/ensure.h"

namespace sgdma::core {

bool UnitLookups::begin(Cycle now, std::uint32_t id, const LineWalk& lines, Cycle by) {
  if (id >= units_.size()) {
    units_.resize(id + 1);
  }
  Unit& unit = units_[id];
  ensure(!unit.open, "a unit is looked up twice");
  unit.lines = lines;
  unit.ready = now;
  unit.failed = false;
  const bool asked = asking_.empty() && ask(keys_.at(now), unit);
  if (asked && unit.awaited.empty() && unit.ready <= by) {
    return true;
  }
  unit.open = true;
  ++open_;
  keys_.wait();
  if (asked) {
    arrange(now, id);
  } else {
    asking_.push_back(id);
  }
  return false;
}

bool UnitLookups::ask(KeyCache& cache, Unit& unit) {
  for (; !unit.lines.done(); unit.lines.next()) {
    const KeyRequest request = cache.request(unit.lines.line());
    ensure(request.outcome != KeyRequestOutcome::kRegionGone, "a unit's region is gone");
    if (request.outcome == KeyRequestOutcome::kNoPort ||
        request.outcome == KeyRequestOutcome::kNoMissSlot) {
      want_port_ = request.outcome == KeyRequestOutcome::kNoPort;
      return false;
    }
    if (!take(cache, unit, request.lookup)) {
      unit.awaited.push_back(request.lookup);
    }
  }
  return true;
}

bool UnitLookups::take(KeyCache& cache, Unit& unit, KeyLookup lookup) {
  const bool failed = cache.failed(lookup);
  const Cycle ready = cache.ready_at(lookup);
  if (!failed && ready == kNever) {
    return false;
  }
  unit.failed = unit.failed || failed;
  unit.ready = failed ? unit.ready : std::max(unit.ready, ready);
  cache.forget(lookup);
  return true;
}

void UnitLookups::arrange(Cycle now, std::uint32_t id) {
  const Unit& unit = units_[id];
  if (!unit.awaited.empty()) {
    awaiting_.push_back(id);
  } else if (unit.failed || unit.ready <= now) {
    end(id, !unit.failed);
  } else {
    due_.push({unit.ready, begun_++, id, unit.generation});
  }
}

void UnitLookups::end(std::uint32_t id, bool good) {
  units_[id].open = false;
  ++units_[id].generation;
  --open_;
  keys_.rest();
  over_.push_back({id, good});
}

void UnitLookups::find_answered(Cycle now) {
  KeyCache& cache = keys_.at(now);
  const auto answered = [&](std::uint32_t id) {
    Unit& unit = units_[id];
    unit.awaited.erase(std::remove_if(unit.awaited.begin(), unit.awaited.end(),
                                      [&](KeyLookup lookup) { return take(cache, unit, lookup); }),
                       unit.awaited.end());
    if (!unit.awaited.empty()) {
      return false;
    }
    arrange(now, id);
    return true;
  };
  awaiting_.erase(std::remove_if(awaiting_.begin(), awaiting_.end(), answered), awaiting_.end());
  for (; !due_.empty() && due_.top().ready <= now; due_.pop()) {
    const Due& due = due_.top();
    if (units_[due.id].open && units_[due.id].generation == due.generation) {
      end(due.id, true);
    }
  }
  std::size_t asked = 0;
  for (; asked < asking_.size() && ask(cache, units_[asking_[asked]]); ++asked) {
    arrange(now, asking_[asked]);
  }
  asking_.erase(asking_.begin(), asking_.begin() + static_cast<std::ptrdiff_t>(asked));
}

void UnitLookups::drop(std::uint32_t id) {
  if (id >= units_.size() || !units_[id].open) {
    return;
  }
  Unit& unit = units_[id];
  for (const KeyLookup lookup : unit.awaited) {
    keys_.forget(lookup);
  }
  unit.awaited.clear();
  unit.open = false;
  ++unit.generation;
  --open_;
  keys_.rest();
  asking_.erase(std::remove(asking_.begin(), asking_.end(), id), asking_.end());
  awaiting_.erase(std::remove(awaiting_.begin(), awaiting_.end(), id), awaiting_.end());
}

Cycle UnitLookups::next_edge(Cycle now) const {
  Cycle next = due_.empty() ? kNever : due_.top().ready;
  if (!asking_.empty()) {
    next = std::min(next, want_port_ ? now + 1 : keys_.cache().next_edge());
  }
  return next == kNever ? kNever : std::max(next, now + 1);
}

}  // namespace sgdma::core
