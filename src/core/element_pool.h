/// Elements that are handed out and given back, known by small numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace sgdma::core {

/// Elements that are given back serve again, with what they own: once a run has reached its depth,
/// nothing is allocated any more. Addresses stay valid.
template <class Element>
class ElementPool {
 public:
  /// Number of an element, from 1 on. It is default-constructed, or one that was given back.
  std::uint32_t take() {
    if (free_.empty()) {
      if (made_ % kBlock == 0) {
        blocks_.push_back(std::make_unique<Element[]>(kBlock));
      }
      return ++made_;
    }
    const std::uint32_t handle = free_.back();
    free_.pop_back();
    return handle;
  }
  /// Elements that are handed out.
  std::size_t in_use() const { return made_ - free_.size(); }

  /// Requires the element to be as one that was just constructed, but for the room that it keeps.
  void give_back(std::uint32_t handle) { free_.push_back(handle); }

  Element& operator[](std::uint32_t handle) const {
    return blocks_[(handle - 1) / kBlock][(handle - 1) % kBlock];
  }

 private:
  static constexpr std::uint32_t kBlock = 64;  ///< elements that are allocated at a time

  std::vector<std::unique_ptr<Element[]>> blocks_;
  std::vector<std::uint32_t> free_;
  std::uint32_t made_ = 0;
};

}  // namespace sgdma::core
