/// An element for each of some among very many indices.
#pragma once

#include <cstdint>

#include "core/element_pool.h"
#include "core/index_set.h"
#include "core/zeroed_array.h"

namespace sgdma::core {

/// An index that has no element costs four bytes of address space, which become memory by the page,
/// where an index near it has one, and less than two bits. Addresses of elements stay valid while
/// they are in the table.
///
/// To give back and to make anew costs something for each piece of work, where a few indices have
/// it all: an element need not be given back while no more than `kFew` are there.
template <class Element>
class SparseTable {
 public:
  static constexpr std::uint32_t kFew = 64;

  explicit SparseTable(std::uint32_t indices) : handles_(indices), present_(indices) {}

  /// Indices that could have an element.
  std::uint32_t indices() const { return present_.capacity(); }
  /// Indices that have one.
  std::uint32_t size() const { return present_.size(); }

  /// The element of `index`, or nullptr. Requires the index to be in range.
  Element* find(std::uint32_t index) {
    const std::uint32_t handle = handles_[index];
    return handle == 0 ? nullptr : &pool_[handle];
  }
  const Element* find(std::uint32_t index) const {
    const std::uint32_t handle = handles_[index];
    return handle == 0 ? nullptr : &pool_[handle];
  }
  /// The element of `index`, made where there is none: default-constructed, or one that was given
  /// back. Requires the index to be in range.
  Element& operator[](std::uint32_t index) {
    const std::uint32_t handle = handles_[index];
    return handle != 0 ? pool_[handle] : make(index);
  }
  /// The element of `index` is given back. Requires it to be there, and to be as one that was just
  /// constructed, but for the room that it keeps.
  void give_back(std::uint32_t index) {
    pool_.give_back(handles_[index]);
    handles_[index] = 0;
    present_.erase(index);
  }

  /// Calls `each(index, element)` for all elements, in the order of their indices. `each` may give
  /// the element back.
  template <class Each>
  void for_each(Each each) {
    for (std::uint32_t index = present_.first_from(0); index != IndexSet::kNone;
         index = present_.first_from(index + 1)) {
      each(index, pool_[handles_[index]]);
    }
  }
  template <class Each>
  void for_each(Each each) const {
    for (std::uint32_t index = present_.first_from(0); index != IndexSet::kNone;
         index = present_.first_from(index + 1)) {
      const Element& element = pool_[handles_[index]];
      each(index, element);
    }
  }

 private:
  [[gnu::noinline]] Element& make(std::uint32_t index) {
    handles_[index] = pool_.take();
    present_.insert(index);
    return pool_[handles_[index]];
  }

  ZeroedArray<std::uint32_t> handles_;  ///< by index; 0: it has no element
  IndexSet present_;
  ElementPool<Element> pool_;
};

}  // namespace sgdma::core
