/// The queue pairs of a simulation, and the way from a number to its index and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <vector>

#include "types/engine_config.h"
#include "types/ids.h"
#include "types/run_list.h"

namespace sgdma::platform {

/// A queue pair.
struct QueuePair {
  QpNumber number{};
  QueuePairConfig arbitration;
  std::uint32_t path_mtu = 4096;  ///< bytes: 256, 512, 1024, 2048 or 4096
};

/// Queue pairs with consecutive numbers that are alike otherwise are stored once, so that 2^20 of
/// them take no more room than one. Whatever is looked for is found in one step where all of them
/// are such a block, by binary search among the blocks otherwise.
///
/// Invariant: numbers rise strictly with the index.
class QueuePairList {
 public:
  class Iterator;

  QueuePairList() = default;
  QueuePairList(const std::vector<QueuePair>& all);     // NOLINT: is such a list
  QueuePairList(std::initializer_list<QueuePair> all);  // NOLINT: as above

  /// Appends `count` queue pairs that are like `first`, numbered from its number on. Throws
  /// `std::logic_error` unless that is above all that are there.
  void push_back(const QueuePair& first, std::uint32_t count = 1);

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  /// Blocks of queue pairs.
  std::size_t blocks() const { return blocks_.size(); }
  /// The block that `qp` stands in, as far as it follows: its first from `qp` on, and how many.
  std::uint32_t alike_from(QpIndex qp) const;

  /// Requires the index to be in range.
  QueuePair operator[](std::size_t index) const;
  QpNumber number_of(QpIndex qp) const {
    const Block& block = blocks_.size() == 1 ? blocks_.front() : block_of(raw(qp));
    return QpNumber{raw(block.first.number) + (raw(qp) - block.index)};
  }
  /// Nothing for a number that is not there.
  std::optional<QpIndex> find(QpNumber number) const;
  /// Throws `std::logic_error` for a number that is not there.
  QpIndex index_of(QpNumber number) const;
  /// How many have numbers from `first` to `last`.
  std::size_t count(std::uint64_t first, std::uint64_t last) const;

  /// What an arbitration policy knows of them, by index.
  RunList<QueuePairConfig> arbitration() const;

  Iterator begin() const;
  Iterator end() const;

 private:
  struct Block {
    std::uint32_t index = 0;  ///< of its first
    QueuePair first;
  };

  const Block& block_of(std::uint32_t index) const;
  std::uint32_t end_of(const Block& block) const {
    return &block == &blocks_.back() ? size_ : (&block + 1)->index;
  }
  /// Index of the first queue pair whose number is not less.
  std::uint32_t lower_bound(std::uint64_t number) const;

  std::vector<Block> blocks_;
  std::uint32_t size_ = 0;
};

/// Goes through all of them, by value.
class QueuePairList::Iterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = QueuePair;
  using difference_type = std::ptrdiff_t;
  using pointer = const QueuePair*;
  using reference = QueuePair;

  Iterator(const QueuePairList& list, std::size_t index) : list_(&list), index_(index) {}

  QueuePair operator*() const { return (*list_)[index_]; }
  Iterator& operator++() {
    ++index_;
    return *this;
  }
  friend bool operator==(const Iterator& a, const Iterator& b) { return a.index_ == b.index_; }
  friend bool operator!=(const Iterator& a, const Iterator& b) { return a.index_ != b.index_; }

 private:
  const QueuePairList* list_;
  std::size_t index_;
};

inline QueuePairList::Iterator QueuePairList::begin() const { return {*this, 0}; }
inline QueuePairList::Iterator QueuePairList::end() const { return {*this, size_}; }

}  // namespace sgdma::platform
