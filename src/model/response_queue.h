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
  struct Entry {
    Ticks valid_at = 0;
    Item item;
  };

  void put(const Entry& entry) {
    entries_.push_back() = entry;
    for (std::size_t at = entries_.size() - 1; at > 0 && entry.valid_at < entries_[at - 1].valid_at;
         --at) {
      std::swap(entries_[at], entries_[at - 1]);
    }
  }

  bool empty() const { return entries_.empty(); }
  const Entry& front() const { return entries_.front(); }
  void pop() { entries_.pop_front(); }
  /// Whether there is a response that an edge at `time` sees.
  bool seen_at(Ticks time) const { return !empty() && front().valid_at < time; }
  /// First edge after `now` that sees one, or `kNever`.
  Cycle next_edge(Cycle now, const EngineClock& clock) const {
    if (empty()) {
      return kNever;
    }
    return seen_at(clock.time_of(now + 1)) ? now + 1 : clock.edge_after(front().valid_at);
  }

 private:
  core::RingQueue<Entry> entries_;
};

}  // namespace sgdma::model
