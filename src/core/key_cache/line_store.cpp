#include "core/key_cache/line_store.h"

namespace sgdma::core {

LineStore::LineStore(std::uint32_t capacity, std::uint32_t associativity)
    : associativity_(associativity), sets_(capacity / associativity) {}

LineStore::Set& LineStore::set_of(PageListLine line) {
  return sets_[(std::uint64_t{raw(line.region)} + line.number) % sets_.size()];
}

std::uint32_t LineStore::free_position() {
  if (free_.empty()) {
    entries_.emplace_back();
    return static_cast<std::uint32_t>(entries_.size() - 1);
  }
  const std::uint32_t position = free_.back();
  free_.pop_back();
  return position;
}

void LineStore::link(Set& set, std::uint32_t position) {
  Entry& entry = entries_[position];
  entry.newer = kNone;
  entry.older = set.newest;
  (set.newest == kNone ? set.oldest : entries_[set.newest].newer) = position;
  set.newest = position;
}

void LineStore::unlink(Set& set, std::uint32_t position) {
  const Entry& entry = entries_[position];
  (entry.newer == kNone ? set.newest : entries_[entry.newer].older) = entry.older;
  (entry.older == kNone ? set.oldest : entries_[entry.older].newer) = entry.newer;
}

LineStore::Put LineStore::put(PageListLine line) {
  Set& set = set_of(line);
  Put put{set.oldest, std::nullopt};
  if (set.lines == associativity_) {
    put.evicted = entries_[put.position].line;
    unlink(set, put.position);
  } else {
    put.position = free_position();
    ++set.lines;
  }
  entries_[put.position].line = line;
  link(set, put.position);
  return put;
}

void LineStore::use(std::uint32_t position) {
  Set& set = set_of(entries_[position].line);
  if (set.newest != position) {
    unlink(set, position);
    link(set, position);
  }
}

void LineStore::erase(std::uint32_t position) {
  Set& set = set_of(entries_[position].line);
  unlink(set, position);
  --set.lines;
  free_.push_back(position);
}

}  // namespace sgdma::core
