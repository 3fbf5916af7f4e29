/// Where in the configuration something stands.
#pragma once

#include <cstdint>
#include <tuple>

namespace sgdma::workload {

/// A position in one of the sources that a scenario is put together from (presets, file, --set).
/// Sources are numbered in the order in which they take precedence: the later one wins.
struct Place {
  static constexpr std::uint32_t kNowhere = 0xFFFFFFFF;

  std::uint32_t source = kNowhere;
  std::uint32_t line = 0;    ///< from 1; 0: the source as a whole
  std::uint32_t column = 0;  ///< from 1, in code points

  bool known() const { return source != kNowhere; }

  friend bool operator<(const Place& a, const Place& b) {
    return std::tie(a.source, a.line, a.column) < std::tie(b.source, b.line, b.column);
  }
};

}  // namespace sgdma::workload
