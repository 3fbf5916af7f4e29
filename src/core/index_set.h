/// Set of small indices as a bitmap of bitmaps.
#pragma once

#include <cstdint>
#include <vector>

namespace sgdma::core {

/// Holds indices 0 to `capacity - 1`. Every operation costs the same whatever is in the set: one
/// step per level, and a level serves 64 times the indices of the one below it (four levels serve
/// 2^24).
class IndexSet {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

  explicit IndexSet(std::uint32_t capacity = 0);

  /// Requires index < capacity. Inserting twice is the same as inserting once.
  void insert(std::uint32_t index);
  /// Requires index < capacity. Erasing what is not there changes nothing.
  void erase(std::uint32_t index) {
    if (contains(index)) {
      take_out(index);
    }
  }

  bool contains(std::uint32_t index) const {
    return ((words_[index >> 6U] >> (index & 63U)) & 1U) != 0;
  }
  bool empty() const { return size_ == 0; }
  std::uint32_t size() const { return size_; }
  std::uint32_t capacity() const { return capacity_; }

  /// Lowest index in the set that is at least `from`, or `kNone`.
  std::uint32_t first_from(std::uint32_t from) const {
    if (from >= capacity_) {
      return kNone;
    }
    const std::uint64_t word = words_[from >> 6U] >> (from & 63U);
    return word != 0 ? from + static_cast<std::uint32_t>(__builtin_ctzll(word)) : search(from);
  }
  /// Takes the lowest member out. Requires the set not to be empty.
  std::uint32_t take_first() {
    const std::uint32_t first = first_from(0);
    erase(first);
    return first;
  }
  /// As `first_from`, and where there is none the lowest of all: the next one round a ring.
  std::uint32_t first_round(std::uint32_t from) const {
    const std::uint32_t found = first_from(from);
    return found != kNone ? found : first_from(0);
  }

 private:
  /// Requires the index to be in the set.
  void take_out(std::uint32_t index);
  /// `first_from`, where the member's own word has none. Requires from < capacity.
  std::uint32_t search(std::uint32_t from) const;

  std::uint32_t capacity_;
  std::uint32_t size_ = 0;
  std::vector<std::uint64_t> words_;          ///< all levels, the members' own first
  std::vector<std::uint32_t> level_offsets_;  ///< where each level begins in `words_`
};

}  // namespace sgdma::core
