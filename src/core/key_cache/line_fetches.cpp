#include "core/key_cache/line_fetches.h"

namespace sgdma::core {

LineFetchId LineFetches::open(PageListLine line, Cycle known_at, Cycle comes_at) {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(fetches_.size()));
    fetches_.emplace_back();
  }
  const auto id = LineFetchId{free_.back()};
  free_.pop_back();
  fetches_[raw(id)] = {line, known_at, comes_at, 0, true, false, false};
  enqueue(id);
  ++open_;
  return id;
}

void LineFetches::close(LineFetchId id, Cycle comes_at, bool failed) {
  Fetch& fetch = fetches_[raw(id)];
  ensure(fetch.open && !fetch.queued, "a line comes that nobody fetches");
  fetch.comes_at = comes_at;
  fetch.failed = failed;
  fetch.open = false;
  --open_;
  free_if_over(raw(id));
}

void LineFetches::release(LineFetchId id) {
  --fetches_[raw(id)].lookups;
  free_if_over(raw(id));
}

void LineFetches::enqueue(LineFetchId id) {
  fetches_[raw(id)].queued = true;
  queue_.push_back() = id;
}

LineFetchId LineFetches::take_first() {
  const LineFetchId id = queue_.front();
  queue_.pop_front();
  fetches_[raw(id)].queued = false;
  return id;
}

void LineFetches::free_if_over(std::uint32_t index) {
  if (!fetches_[index].open && fetches_[index].lookups == 0) {
    free_.push_back(index);
  }
}

}  // namespace sgdma::core
