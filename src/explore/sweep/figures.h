/// The figures of a result by name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/json/value.hpp>

namespace sgdma::explore {

/// Numbers, booleans and texts of a result, in its order: "read.cycles.moved", "latency.p99". Of a
/// list's entry with a field `qp` the number is part of the name: "qps.17.latency.p99"; of another
/// one the position. What is null is left out, and so are the run's name and seed, which nobody has
/// measured.
class Figures {
 public:
  Figures() = default;
  explicit Figures(const boost::json::object& result);

  using List = std::vector<std::pair<std::string, boost::json::value>>;
  const List& all() const { return all_; }

  const boost::json::value* find(std::string_view name) const;
  /// The figure of that name or, of an object, its total, as a number: "storage_bits" is
  /// "storage_bits.total". A boolean is 0 or 1.
  std::optional<double> number(std::string_view name) const;

 private:
  void collect(const std::string& name, const boost::json::value& value);

  List all_;
  std::vector<std::uint32_t> by_name_;  ///< positions, sorted by name
};

/// As a number, where it is one or a boolean.
std::optional<double> number_of(const boost::json::value& value);

}  // namespace sgdma::explore
