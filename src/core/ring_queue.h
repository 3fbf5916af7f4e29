/// First-in first-out queue that keeps the storage of its elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

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
  Element& operator[](std::size_t position) { return ring_[(front_ + position) & (capacity_ - 1)]; }
  const Element& operator[](std::size_t position) const {
    return ring_[(front_ + position) & (capacity_ - 1)];
  }
  /// Requires the queue not to be empty.
  Element& front() { return ring_[front_]; }
  const Element& front() const { return ring_[front_]; }

  /// Appends an element, whose value is that of some earlier element: the caller sets every field.
  Element& push_back() {
    if (size_ == capacity_) {
      grow();
    }
    return (*this)[size_++];
  }
  /// Requires the queue not to be empty.
  void pop_front() {
    front_ = (front_ + 1) & (capacity_ - 1);
    --size_;
  }

 private:
  void grow() {
    const std::uint32_t capacity = capacity_ == 0 ? 1 : 2 * capacity_;
    auto larger = std::make_unique<Element[]>(capacity);
    for (std::uint32_t position = 0; position < size_; ++position) {
      larger[position] = std::move((*this)[position]);
    }
    ring_ = std::move(larger);
    capacity_ = capacity;
    front_ = 0;
  }

  std::unique_ptr<Element[]> ring_;
  std::uint32_t capacity_ = 0;
  std::uint32_t front_ = 0;
  std::uint32_t size_ = 0;
};

}  // namespace sgdma::core
