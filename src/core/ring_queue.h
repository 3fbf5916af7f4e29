/// First-in first-out queue that keeps the storage of its elements.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace sgdma::core {

/// Empty, it holds no memory; once it has reached its depth, nothing is allocated any more: an
/// element that leaves keeps what it owns (the room of its lists) for the one that takes its place.
///
/// Invariant: the capacity is 0 or a power of two.
template <class Element>
class RingQueue {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  /// Position 0 is the front. Requires `position < size()`.
  Element& operator[](std::size_t position) {
    return ring_[(front_ + position) & (ring_.size() - 1)];
  }
  const Element& operator[](std::size_t position) const {
    return ring_[(front_ + position) & (ring_.size() - 1)];
  }
  /// Requires the queue not to be empty.
  Element& front() { return ring_[front_]; }
  const Element& front() const { return ring_[front_]; }

  /// Appends an element, whose value is that of some earlier element: the caller sets every field.
  Element& push_back() {
    if (size_ == ring_.size()) {
      grow();
    }
    ++size_;
    return (*this)[size_ - 1];
  }
  /// Requires the queue not to be empty.
  void pop_front() {
    front_ = (front_ + 1) & (ring_.size() - 1);
    --size_;
  }

 private:
  void grow() {
    std::vector<Element> larger(ring_.empty() ? 1 : 2 * ring_.size());
    for (std::size_t position = 0; position < size_; ++position) {
      larger[position] = std::move((*this)[position]);
    }
    ring_ = std::move(larger);
    front_ = 0;
  }

  std::vector<Element> ring_;
  std::size_t front_ = 0;
  std::size_t size_ = 0;
};

}  // namespace sgdma::core
