/// Responses that are on their way, in the order in which they become valid.
#pragma once

#include <boost/circular_buffer.hpp>
#include <cstdint>
#include <utility>

#include "model/engine_clock.h"
#include "types/cycle.h"

namespace sgdma::model {

/// Ordered by effective time, then by the order of the calls that brought them. Putting one that is not
/// earlier than the last costs nothing; others are moved into place.
template <class Item>
class ResponseQueue {
 public:
  struct Entry {
    Ticks valid_at = 0;
    Cycle edge = 0;  ///< first edge that sees it
    Item item;
  };

  ResponseQueue() : entries_(64) {}

  void put(const Entry& entry) {
    if (entries_.full()) {
      entries_.set_capacity(2 * entries_.capacity());
    }
    entries_.push_back(entry);
    for (std::size_t at = entries_.size() - 1;
         at > 0 && entry.valid_at < entries_[at - 1].valid_at; --at) {
      std::swap(entries_[at], entries_[at - 1]);
    }
  }

  bool empty() const { return entries_.empty(); }
  const Entry& front() const { return entries_.front(); }
  void pop() { entries_.pop_front(); }
  /// Whether there is a response that edge `now` sees.
  bool seen_at(Cycle now) const { return !empty() && front().edge <= now; }
  /// First edge after `now` that sees one, or `kNever`.
  Cycle next_edge(Cycle now) const {
    return empty() ? kNever : (front().edge > now ? front().edge : now + 1);
  }

 private:
  boost::circular_buffer<Entry> entries_;
};

}  // namespace sgdma::model
