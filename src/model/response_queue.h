/// Responses that are on their way, in the order in which they become valid.
#pragma once

#include <cstdint>
#include <utility>

#include "core/ring_queue.h"
#include "model/engine_clock.h"
#include "types/cycle.h"

namespace sgdma::model {

/// Ordered by effective time, then by the order of the calls that brought them. Putting one that is
/// not earlier than the last costs nothing; others are moved into place.
template <class Item>
class ResponseQueue {
 public:
  /// A place for the response that becomes valid at `valid_at`; the caller fills it.
  Item& put(Ticks valid_at) {
    Entry& entry = entries_.push_back();
    entry.valid_at = valid_at;
    if (valid_at < last_valid_) {
      return put_before(valid_at);
    }
    last_valid_ = valid_at;
    return entry.item;
  }

  bool empty() const { return entries_.empty(); }
  const Item& front() const { return entries_.front().item; }
  /// When the front becomes valid. Requires the queue not to be empty.
  Ticks next_valid() const { return entries_.front().valid_at; }
  void pop() { entries_.pop_front(); }
  /// Whether there is a response that an edge at `time` sees.
  bool seen_at(Ticks time) const { return !empty() && next_valid() < time; }
  /// First edge after `now` that sees one, or `kNever`.
  Cycle next_edge(Cycle now, const EngineClock& clock) const {
    if (empty()) {
      return kNever;
    }
    return seen_at(clock.time_of(now + 1)) ? now + 1 : clock.edge_after(next_valid());
  }

 private:
  struct Entry {
    Ticks valid_at = 0;
    Item item;
  };

  /// Moves the last entry before the later ones.
  Item& put_before(Ticks valid_at) {
    std::size_t at = entries_.size() - 1;
    for (; at > 0 && valid_at < entries_[at - 1].valid_at; --at) {
      std::swap(entries_[at], entries_[at - 1]);
    }
    return entries_[at].item;
  }

  core::RingQueue<Entry> entries_;
  Ticks last_valid_ = 0;  ///< the latest so far
};

}  // namespace sgdma::model
