/// One element per queue pair, made when it is first needed.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "types/ids.h"

namespace sgdma::platform {

/// A queue pair that never works costs one pointer, so that 2^20 of them can be configured.
template <class Element>
class QpTable {
 public:
  explicit QpTable(std::size_t queue_pairs) : elements_(queue_pairs) {}

  /// The element of `qp`, default-constructed at first use. Requires `qp` to be in range.
  Element& operator[](QpIndex qp) {
    std::unique_ptr<Element>& element = elements_[raw(qp)];
    if (element == nullptr) {
      element = std::make_unique<Element>();
    }
    return *element;
  }
  /// The element of `qp`, or nullptr where it has not been needed yet.
  const Element* find(QpIndex qp) const { return elements_[raw(qp)].get(); }

  std::size_t size() const { return elements_.size(); }

 private:
  std::vector<std::unique_ptr<Element>> elements_;
};

}  // namespace sgdma::platform
