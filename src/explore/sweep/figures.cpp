#include "explore/sweep/figures.h"

#include <algorithm>
#include <numeric>

#include <boost/json.hpp>

namespace sgdma::explore {

namespace json = boost::json;

namespace {

/// What an entry of a list is called.
std::string entry_name(const json::value& entry, std::size_t position) {
  const json::object* object = entry.if_object();
  const json::value* qp = object == nullptr ? nullptr : object->if_contains("qp");
  return qp == nullptr ? std::to_string(position) : json::serialize(*qp);
}

}  // namespace

std::optional<double> number_of(const json::value& value) {
  if (value.is_number()) return value.to_number<double>();
  if (const bool* yes = value.if_bool()) return *yes ? 1 : 0;
  return std::nullopt;
}

Figures::Figures(const json::object& result) {
  for (const auto& [key, value] : result) collect(key, value);
  by_name_.resize(all_.size());
  std::iota(by_name_.begin(), by_name_.end(), 0U);
  std::sort(by_name_.begin(), by_name_.end(),
            [&](std::uint32_t a, std::uint32_t b) { return all_[a].first < all_[b].first; });
}

void Figures::collect(const std::string& name, const json::value& value) {
  const std::string prefix = name + ".";
  if (const json::object* object = value.if_object()) {
    for (const auto& [key, member] : *object) collect(prefix + std::string(key), member);
  } else if (const json::array* array = value.if_array()) {
    for (std::size_t at = 0; at < array->size(); ++at) {
      collect(prefix + entry_name((*array)[at], at), (*array)[at]);
    }
  } else if (!value.is_null() && name != "name" && name != "seed") {
    all_.emplace_back(name, value);
  }
}

const json::value* Figures::find(std::string_view name) const {
  const auto found = std::lower_bound(
      by_name_.begin(), by_name_.end(), name,
      [&](std::uint32_t at, std::string_view wanted) { return all_[at].first < wanted; });
  return found == by_name_.end() || all_[*found].first != name ? nullptr : &all_[*found].second;
}

std::optional<double> Figures::number(std::string_view name) const {
  const json::value* value = find(name);
  if (value == nullptr) value = find(std::string(name) + ".total");
  return value == nullptr ? std::nullopt : number_of(*value);
}

}  // namespace sgdma::explore
