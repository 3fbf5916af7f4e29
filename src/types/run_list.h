/// A list in which neighbours that are equal are stored once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace sgdma {

/// Takes the room of its runs of equal values, however long it is. A value is found in one step
/// where there is a single run, by binary search among the runs otherwise. `Value` has `==`.
template <class Value>
class RunList {
 public:
  RunList() = default;
  RunList(const std::vector<Value>& values) { append(values); }            // NOLINT: is such a list
  RunList(const std::initializer_list<Value>& values) { append(values); }  // NOLINT: as above

  /// Appends `value` as many times. Requires the size to stay below 2^32.
  void push_back(const Value& value, std::uint32_t times = 1) {
    if (times == 0) {
      return;
    }
    if (runs_.empty() || !(runs_.back().value == value)) {
      runs_.push_back({size(), value});
    }
    runs_.back().end += times;
  }

  std::uint32_t size() const { return runs_.empty() ? 0 : runs_.back().end; }
  bool empty() const { return runs_.empty(); }
  /// Runs of equal values.
  std::size_t runs() const { return runs_.size(); }

  /// Requires position < size().
  const Value& operator[](std::uint32_t position) const {
    return runs_.size() == 1 ? runs_.front().value : found(position).value;
  }

 private:
  struct Run {
    std::uint32_t end = 0;  ///< position behind its last
    Value value;
  };

  template <class Values>
  void append(const Values& values) {
    for (const Value& value : values) {
      push_back(value);
    }
  }
  const Run& found(std::uint32_t position) const {
    return *std::upper_bound(runs_.begin(), runs_.end(), position,
                             [](std::uint32_t at, const Run& run) { return at < run.end; });
  }

  std::vector<Run> runs_;
};

}  // namespace sgdma
