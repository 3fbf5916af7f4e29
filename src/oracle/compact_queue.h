/// First-in first-out queue for very many of them.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace sgdma::oracle {

/// Takes no memory before its first element, and then about that of the most that it has held: the
/// queues of a queue pair are short, and there may be 2^20 of it.
template <class Element>
class CompactQueue {
 public:
  bool empty() const { return first_ == elements_.size(); }
  std::size_t size() const { return elements_.size() - first_; }
  Element& operator[](std::size_t position) { return elements_[first_ + position]; }
  const Element& operator[](std::size_t position) const { return elements_[first_ + position]; }
  Element& front() { return elements_[first_]; }
  const Element& front() const { return elements_[first_]; }
  auto begin() { return elements_.begin() + static_cast<std::ptrdiff_t>(first_); }
  auto end() { return elements_.end(); }

  void push_back(Element element) {
    // What has left makes room where it is half of all: each element moves once for another.
    if (elements_.size() == elements_.capacity() && first_ > elements_.size() / 2) {
      elements_.erase(elements_.begin(), begin());
      first_ = 0;
    }
    elements_.push_back(std::move(element));
  }
  /// Requires the queue not to be empty.
  void pop_front() {
    if (++first_ == elements_.size()) {
      clear();
    }
  }
  /// Requires the queue not to be empty.
  void pop_back() {
    elements_.pop_back();
    if (empty()) {
      clear();
    }
  }
  void clear() {
    elements_.clear();
    first_ = 0;
  }

 private:
  std::vector<Element> elements_;
  std::size_t first_ = 0;  ///< elements before it have left
};

}  // namespace sgdma::oracle
