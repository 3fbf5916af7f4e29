/// A key of a scenario: its specification, and where its value lives in `Root`.
#pragma once

#include <functional>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "workload/config/key_spec.h"

namespace sgdma::workload {

/// How to put a value into a `Root` and how to get it out again. `get` is empty where the root has
/// no such value; what it returns, `set` makes again.
template <class Root>
struct Binding {
  std::function<void(Root&, const KeyValue&)> set;
  std::function<std::optional<KeyValue>(const Root&)> get;
};

template <class Root>
struct Key {
  KeySpec spec;
  Binding<Root> binding;
};

template <class Root>
using KeyTable = std::vector<Key<Root>>;

inline void store(std::string& member, const KeyValue& value) { member = value.text; }
inline void store(std::vector<std::uint64_t>& member, const KeyValue& value) {
  member = value.numbers;
}
inline void store(platform::Distribution& member, const KeyValue& value) {
  member = value.distribution.value_or(platform::Distribution(value.number));
}
template <class Number>
void store(Number& member, const KeyValue& value) {
  if constexpr (std::is_same_v<Number, bool>)
    member = value.number != 0;
  else
    member = static_cast<Number>(value.number);
}

inline KeyValue load(const std::string& member) { return {0, member, {}}; }
inline KeyValue load(const std::vector<std::uint64_t>& member) { return {0, {}, member}; }
inline KeyValue load(const platform::Distribution& member) { return {0, {}, {}, member}; }
template <class Number>
KeyValue load(const Number& member) {
  return {static_cast<std::uint64_t>(member), {}, {}};
}

/// A member of the root itself.
template <class Root, class Member>
Binding<Root> field(Member Root::*member) {
  return {[member](Root& root, const KeyValue& value) { store(root.*member, value); },
          [member](const Root& root) { return std::optional<KeyValue>(load(root.*member)); }};
}

/// A member of a part of the root.
template <class Root, class Part, class Member>
Binding<Root> field(Part Root::*part, Member Part::*member) {
  return {[=](Root& root, const KeyValue& value) { store(root.*part.*member, value); },
          [=](const Root& root) { return std::optional<KeyValue>(load(root.*part.*member)); }};
}

}  // namespace sgdma::workload
