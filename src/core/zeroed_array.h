/// A flat array of zeros, whose pages the system gives when they are first written.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace sgdma::core {

/// Large arrays that stay zero for the most part cost address space, but neither memory nor time:
/// `calloc` hands out pages that the system has not filled yet. `Element` is trivial, and zero
/// bytes are its first value.
template <class Element>
class ZeroedArray {
  static_assert(std::is_trivially_copyable_v<Element> && std::is_trivially_destructible_v<Element>);

 public:
  explicit ZeroedArray(std::size_t size)
      : elements_(static_cast<Element*>(std::calloc(size, sizeof(Element)))), size_(size) {
    if (elements_ == nullptr && size > 0) {
      throw std::bad_alloc();
    }
  }

  std::size_t size() const { return size_; }
  Element& operator[](std::size_t at) { return elements_.get()[at]; }
  const Element& operator[](std::size_t at) const { return elements_.get()[at]; }

 private:
  struct Free {
    void operator()(Element* elements) const { std::free(elements); }
  };

  std::unique_ptr<Element, Free> elements_;
  std::size_t size_;
};

}  // namespace sgdma::core
