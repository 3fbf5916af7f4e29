/// Set of small indices with a key each, from which the least key can be taken.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/ensure.h"
#include "core/zeroed_array.h"

namespace sgdma::core {

/// A binary heap that knows where each index stands, so that any index can be erased. Two indices
/// with equal keys are ordered by index. Insert and erase cost the logarithm of the size. Up to
/// 4096 indices nothing is allocated after construction; what goes beyond is as long as the heap
/// has been.
template <class Key>
class IndexHeap {
 public:
  explicit IndexHeap(std::uint32_t capacity = 0) : place_(capacity) {
    heap_.reserve(std::min(capacity, kReserved));
  }

  bool empty() const { return heap_.empty(); }
  std::uint32_t size() const { return static_cast<std::uint32_t>(heap_.size()); }
  bool contains(std::uint32_t index) const { return place_[index] != 0; }

  /// Requires the index not to be in the set.
  void insert(std::uint32_t index, Key key) {
    ensure(!contains(index), "an index is inserted twice into a heap");
    heap_.emplace_back(key, index);
    place_[index] = size();
    rise(size() - 1);
  }

  /// Erasing what is not there changes nothing.
  void erase(std::uint32_t index) {
    if (!contains(index)) {
      return;
    }
    const std::uint32_t hole = place_[index] - 1;
    place_[index] = 0;
    const Node last = heap_.back();
    heap_.pop_back();
    if (hole == heap_.size()) {
      return;
    }
    heap_[hole] = last;
    place_[last.second] = hole + 1;
    rise(hole);
    sink(place_[last.second] - 1);
  }

  /// Index with the least key. Requires the set not to be empty.
  std::uint32_t least() const { return heap_.front().second; }
  const Key& key(std::uint32_t index) const { return heap_[place_[index] - 1].first; }

  /// Index with the least key in either heap, or `none`.
  static std::uint32_t least_of(const IndexHeap& a, const IndexHeap& b, std::uint32_t none) {
    if (a.empty() || b.empty()) {
      return !a.empty() ? a.least() : b.empty() ? none : b.least();
    }
    return a.heap_.front() < b.heap_.front() ? a.least() : b.least();
  }

 private:
  using Node = std::pair<Key, std::uint32_t>;
  static constexpr std::uint32_t kReserved = 4096;

  void place(std::uint32_t at, const Node& node) {
    heap_[at] = node;
    place_[node.second] = at + 1;
  }

  void rise(std::uint32_t at) {
    const Node node = heap_[at];
    while (at > 0 && node < heap_[(at - 1) / 2]) {
      place(at, heap_[(at - 1) / 2]);
      at = (at - 1) / 2;
    }
    place(at, node);
  }

  void sink(std::uint32_t at) {
    const Node node = heap_[at];
    for (;;) {
      std::uint32_t child = 2 * at + 1;
      if (child >= size()) {
        break;
      }
      if (child + 1 < size() && heap_[child + 1] < heap_[child]) {
        ++child;
      }
      if (!(heap_[child] < node)) {
        break;
      }
      place(at, heap_[child]);
      at = child;
    }
    place(at, node);
  }

  std::vector<Node> heap_;
  ZeroedArray<std::uint32_t> place_;  ///< by index, from 1 on; 0: not in the heap
};

}  // namespace sgdma::core
