/// Set of small indices with a key each, from which the least key can be taken.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/ensure.h"

namespace sgdma::core {

/// A binary heap that knows where each index stands, so that any index can be erased. Two indices
/// with equal keys are ordered by index. Nothing is allocated after construction; insert and erase
/// cost the logarithm of the size.
template <class Key>
class IndexHeap {
 public:
  explicit IndexHeap(std::uint32_t capacity = 0) : position_(capacity, kAbsent) {
    heap_.reserve(capacity);
  }

  bool empty() const { return heap_.empty(); }
  std::uint32_t size() const { return static_cast<std::uint32_t>(heap_.size()); }
  bool contains(std::uint32_t index) const { return position_[index] != kAbsent; }

  /// Requires the index not to be in the set.
  void insert(std::uint32_t index, Key key) {
    ensure(!contains(index), "an index is inserted twice into a heap");
    heap_.emplace_back(key, index);
    position_[index] = size() - 1;
    rise(size() - 1);
  }

  /// Erasing what is not there changes nothing.
  void erase(std::uint32_t index) {
    const std::uint32_t hole = position_[index];
    if (hole == kAbsent) {
      return;
    }
    position_[index] = kAbsent;
    const Node last = heap_.back();
    heap_.pop_back();
    if (hole == heap_.size()) {
      return;
    }
    heap_[hole] = last;
    position_[last.second] = hole;
    rise(hole);
    sink(position_[last.second]);
  }

  /// Index with the least key. Requires the set not to be empty.
  std::uint32_t least() const { return heap_.front().second; }
  const Key& key(std::uint32_t index) const { return heap_[position_[index]].first; }

  /// Index with the least key among those for which `admits(index)` holds, or `none`. Looks at all.
  template <class Predicate>
  std::uint32_t least_if(Predicate admits, std::uint32_t none) const {
    const Node* best = nullptr;
    for (const Node& node : heap_) {
      if ((best == nullptr || node < *best) && admits(node.second)) {
        best = &node;
      }
    }
    return best == nullptr ? none : best->second;
  }

 private:
  using Node = std::pair<Key, std::uint32_t>;
  static constexpr std::uint32_t kAbsent = 0xFFFFFFFFU;

  void place(std::uint32_t at, const Node& node) {
    heap_[at] = node;
    position_[node.second] = at;
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
  std::vector<std::uint32_t> position_;
};

}  // namespace sgdma::core
